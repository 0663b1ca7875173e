package dev.loomweight.threads.waits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.Jdks;
import dev.loomweight.input.Source;
import dev.loomweight.input.capture.Inputs;
import dev.loomweight.input.recording.ReaderChoice;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Interest;
import dev.loomweight.threads.judge.Party;
import dev.loomweight.threads.judge.ThreadJudge;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What threads are found to wait for, in dumps of real JVMs: each virtual thread of the program says by its name what it
 * does.
 */
@Tag("applications")
class WaitTest {

    private static final String SOURCE = """
            import java.net.ServerSocket;
            import java.util.concurrent.*;
            import java.util.concurrent.locks.*;

            public class Waits {
                static final Object monitor = new Object();
                static final Object notified = new Object();
                static final ReentrantLock lock = new ReentrantLock();
                static final ReentrantReadWriteLock readWrite = new ReentrantReadWriteLock();
                static final StampedLock stamped = new StampedLock();
                static final Semaphore semaphore = new Semaphore(0);
                static final CountDownLatch latch = new CountDownLatch(1);
                static final CompletableFuture<String> future = new CompletableFuture<>();
                static final FutureTask<String> task = new FutureTask<>(() -> "");
                static final BlockingQueue<String> queue = new LinkedBlockingQueue<>();
                static final BlockingQueue<String> handoff = new SynchronousQueue<>();
                static final ReentrantLock waited = new ReentrantLock();
                static final Condition condition = waited.newCondition();
                static final Phaser phaser = new Phaser(1);
                static final CyclicBarrier barrier = new CyclicBarrier(2);
                static volatile long spun;

                interface Body { void run() throws Exception; }

                static Thread start(String name, Body body) {
                    return Thread.ofVirtual().name(name).start(() -> {
                        try {
                            body.run();
                        } catch (Exception e) {
                            throw new IllegalStateException(e);
                        }
                    });
                }

                static void enter() {
                    synchronized (monitor) {
                        spun++;
                    }
                }

                public static void main(String[] args) throws Exception {
                    ServerSocket server = new ServerSocket(0);
                    lock.lock();
                    readWrite.writeLock().lock();
                    stamped.writeLock();
                    Thread[] all = {
                        start("LOCK reentrant", lock::lock),
                        start("LOCK timed", () -> lock.tryLock(1, TimeUnit.DAYS)),
                        start("LOCK read", () -> readWrite.readLock().lock()),
                        start("LOCK write", () -> readWrite.writeLock().lock()),
                        start("LOCK stamped", stamped::writeLock),
                        start("LOCK stamped read", stamped::readLock),
                        start("PERMIT semaphore", semaphore::acquire),
                        start("RESULT latch", latch::await),
                        start("RESULT future", future::get),
                        start("RESULT join", () -> future.thenApply(s -> s).join()),
                        start("RESULT task", task::get),
                        start("RESULT phaser", () -> phaser.awaitAdvance(0)),
                        start("RESULT barrier", barrier::await),
                        start("QUEUE take", queue::take),
                        start("QUEUE poll", () -> queue.poll(1, TimeUnit.DAYS)),
                        start("QUEUE handoff", handoff::take),
                        start("QUEUE condition", () -> { waited.lock(); condition.await(); }),
                        start("SLEEP sleep", () -> Thread.sleep(86_400_000)),
                        start("IO accept", server::accept),
                        start("PARKED park", LockSupport::park),
                    };
                    Thread other = all[0];
                    Thread[] more = {
                        start("RESULT thread", other::join),
                        // These two pin on JDK 21.
                        start("NOTIFICATION wait", () -> { synchronized (notified) { notified.wait(); } }),
                    };
                    for (Thread[] some : new Thread[][] {all, more}) {
                        for (Thread one : some) {
                            while (one.getState() != Thread.State.WAITING && one.getState() != Thread.State.TIMED_WAITING) {
                                Thread.onSpinWait();
                            }
                        }
                    }
                    synchronized (monitor) {
                        Thread entering = start("MONITOR enter", Waits::enter);
                        Thread running = start("RUNNING spin", () -> { while (true) { spun++; } });
                        while (entering.getState() != Thread.State.BLOCKED || spun == 0) {
                            Thread.onSpinWait();
                        }
                        System.out.println("ready");
                        System.in.read();
                    }
                }
            }
            """;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"loomweight.jdk21", "loomweight.jdk.newest"})
    void eachThreadIsWhatItSays(String jdk) throws Exception {
        Path file = folder.resolve("dump.json");
        try (WaitingApp app = WaitingApp.start(
                Jdks.home(jdk), folder, "Waits", SOURCE, "-Djdk.virtualThreadScheduler.parallelism=4")) {
            app.dump(file);
        }
        boolean states = !jdk.equals("loomweight.jdk21");
        Map<String, String> found = new TreeMap<>();
        Map<String, String> said = new TreeMap<>();
        Map<String, String> locks = new TreeMap<>();
        for (Party party : ThreadJudge.of(read(file).threads())) {
            DumpedThread thread = party.thread();
            if (Boolean.TRUE.equals(thread.virtual()) && thread.name().contains(" ")) {
                Wait wait = Wait.of(party);
                String name = thread.name().substring(0, thread.name().indexOf(' '));
                boolean hidden = !states && (name.equals("MONITOR") || name.equals("RUNNING"));
                found.put(thread.name(), wait.kind().name());
                said.put(thread.name(), hidden ? Doing.ACTIVE.name() : name);
                if (wait.kind().isContention()) {
                    locks.put(thread.name(), wait.lock() + (wait.identity() == null ? "" : "@"));
                }
            }
        }

        assertThat(found).hasSize(24).isEqualTo(said);
        String at = states ? "@" : "";
        assertThat(locks)
                .containsEntry("LOCK reentrant", "java.util.concurrent.locks.ReentrantLock" + at)
                .containsEntry("LOCK timed", "java.util.concurrent.locks.ReentrantLock" + at)
                .containsEntry("PERMIT semaphore", "java.util.concurrent.Semaphore" + at)
                .containsEntry("LOCK stamped", "java.util.concurrent.locks.StampedLock" + at);
        if (states) {
            assertThat(locks).containsEntry("MONITOR enter", "java.lang.Object@");
        }
    }

    private static DumpedThreads read(Path file) {
        List<DumpedThreads> dumps = new ArrayList<>();
        try (Inputs inputs = Inputs.open(List.of(file), ReaderChoice.AUTO)) {
            for (Source source : inputs.sources()) {
                Coverage read = source.read(
                        Interest.in(DumpedThreads.class), () -> (origin, sample) -> dumps.add((DumpedThreads) sample));
                assertThat(read).isNotNull();
            }
        }
        return dumps.getFirst();
    }
}
