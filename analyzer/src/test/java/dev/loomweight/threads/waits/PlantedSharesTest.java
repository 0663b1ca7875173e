package dev.loomweight.threads.waits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loomweight.Jdks;
import dev.loomweight.capture.CaptureEnd;
import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.DumpRequest;
import dev.loomweight.capture.RollingCapture;
import dev.loomweight.capture.ThreadDumps;
import dev.loomweight.command.InputOptions;
import dev.loomweight.command.LiveCapture;
import dev.loomweight.command.Question;
import dev.loomweight.fold.Samples;
import dev.loomweight.launch.Attached;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Shares that a program has planted: at each step each of its threads draws one of three locks, with 70, 20 and 10 %, all
 * of which another thread has, and the program says how many wait at which when they do. So the machine's speed decides
 * nothing, and the program's own count is the truth.
 */
@Tag("applications")
class PlantedSharesTest {

    private static final int STEPS = 200;

    private static final String SOURCE = """
            import java.util.Random;
            import java.util.concurrent.*;
            import java.util.concurrent.locks.*;

            public class Planted {
                static final int THREADS = 20;
                static final Object monitor = new Object();
                static final ReentrantLock often = new ReentrantLock();
                static final ReentrantLock sometimes = new ReentrantLock();
                static final ReentrantReadWriteLock rarely = new ReentrantReadWriteLock();
                static final Semaphore begun = new Semaphore(0);
                static final Semaphore held = new Semaphore(0);
                static final Semaphore release = new Semaphore(0);
                static final Semaphore done = new Semaphore(0);
                static final int[] drawn = new int[THREADS];
                static boolean monitors;

                static void sell() {
                    if (monitors) {
                        synchronized (monitor) {
                            done.release();
                        }
                    } else {
                        often.lock();
                        done.release();
                        often.unlock();
                    }
                }

                static void ship() {
                    sometimes.lock();
                    done.release();
                    sometimes.unlock();
                }

                static void audit() {
                    rarely.writeLock().lock();
                    done.release();
                    rarely.writeLock().unlock();
                }

                static void work(int i) {
                    while (true) {
                        begun.acquireUninterruptibly();
                        switch (drawn[i]) {
                            case 0 -> sell();
                            case 1 -> ship();
                            default -> audit();
                        }
                        // Each begins the next step once: all others have to be there.
                        steps[i].acquireUninterruptibly();
                    }
                }

                static final Semaphore[] steps = new Semaphore[THREADS];

                static void refill() {
                    often.lock();
                    sometimes.lock();
                    rarely.writeLock().lock();
                    held.release();
                    release.acquireUninterruptibly();
                    rarely.writeLock().unlock();
                    sometimes.unlock();
                    often.unlock();
                }

                static void hold() {
                    while (true) {
                        synchronized (monitor) {
                            refill();
                        }
                        begin.acquireUninterruptibly();
                    }
                }

                static final Semaphore begin = new Semaphore(0);

                static boolean waits(Thread thread) {
                    Thread.State state = thread.getState();
                    return state == Thread.State.BLOCKED || state == Thread.State.WAITING;
                }

                public static void main(String[] args) throws Exception {
                    monitors = args.length > 0 || Runtime.version().feature() >= 24;
                    Random random = new Random(42);
                    BlockingQueue<String> idle = new LinkedBlockingQueue<>();
                    Thread[] all = new Thread[THREADS];
                    for (int i = 0; i < THREADS; i++) {
                        int index = i;
                        steps[i] = new Semaphore(0);
                        all[i] = Thread.ofVirtual().name("seller-" + i).start(() -> work(index));
                    }
                    for (int i = 0; i < 5; i++) {
                        Thread.ofVirtual().name("idle-" + i).start(() -> {
                            try {
                                idle.take();
                            } catch (InterruptedException e) {
                                throw new IllegalStateException(e);
                            }
                        });
                    }
                    Thread.ofPlatform().daemon().name("holder").start(Planted::hold);
                    held.acquire();
                    System.out.println("ready");
                    boolean first = true;
                    while (System.in.read() >= 0) {
                        if (!first) {
                            release.release();
                            done.acquire(THREADS);
                            begin.release();
                            held.acquire();
                        }
                        int[] counts = new int[3];
                        for (int i = 0; i < THREADS; i++) {
                            double draw = random.nextDouble();
                            drawn[i] = draw < 0.7 ? 0 : draw < 0.9 ? 1 : 2;
                            counts[drawn[i]]++;
                        }
                        begun.release(THREADS);
                        if (!first) {
                            for (Semaphore step : steps) {
                                step.release();
                            }
                        }
                        first = false;
                        // Those that wait at the locks, and at nothing before them.
                        while (often.getQueueLength() + sometimes.getQueueLength() + rarely.getQueueLength()
                                != (monitors ? counts[1] + counts[2] : THREADS)) {
                            Thread.onSpinWait();
                        }
                        while (begun.availablePermits() > 0 || begun.hasQueuedThreads()) {
                            Thread.onSpinWait();
                        }
                        for (int i = 0; i < THREADS; i++) {
                            while (drawn[i] == 0 && monitors && all[i].getState() != Thread.State.BLOCKED) {
                                Thread.onSpinWait();
                            }
                        }
                        System.out.println(counts[0] + " " + counts[1] + " " + counts[2]);
                    }
                }
            }
            """;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"loomweight.jdk21", "loomweight.jdk.newest"})
    void comeOutAsTheyArePlanted(String jdk) throws Exception {
        boolean monitors = !jdk.equals("loomweight.jdk21");
        Path capture = folder.resolve("planted.lw");
        long[] counts = new long[3];
        try (WaitingApp app = WaitingApp.start(
                        Jdks.home(jdk), folder, "Planted", SOURCE, "-Djdk.virtualThreadScheduler.parallelism=2");
                Attached jvm = Attached.attach(app.pid())) {
            sample(app, jvm, capture, counts);
        }
        Section section =
                Question.WAITS.ask(InputOptions.of(capture)).report().sections().getFirst();
        Map<String, Double> found = ratios(section, "site", "ofContention");
        double all = counts[0] + counts[1] + counts[2];
        double[] planted = {0.7, 0.2, 0.1};
        String[] sites = {"Planted.sell", "Planted.ship", "Planted.audit"};

        assertThat(found).hasSize(3);
        for (int i = 0; i < 3; i++) {
            double share = found.getOrDefault(sites[i], -1.0);
            // All waits are seen, and no others; and 200 samples are near to what was drawn from.
            assertThat(share).as(sites[i]).isCloseTo(counts[i] / all, within(1e-9));
            assertThat(share).as(sites[i]).isCloseTo(planted[i], within(0.05));
            assertThat(ratios(section, "site", "ofContentionError").getOrDefault(sites[i], 1.0))
                    .isLessThan(0.05)
                    .isGreaterThan(Math.abs(share - planted[i]) / 2);
            // Five threads of 25 do something else.
            assertThat(ratios(section, "site", "ofThreads").getOrDefault(sites[i], -1.0))
                    .isCloseTo(share * 20 / 25, within(1e-9));
        }
        assertThat(section.findings()).extracting(Finding::id).isNotEmpty().allMatch("lockContended"::equals);
        if (monitors) {
            assertThat(section.findings().getFirst().explanation())
                    .contains("In 200 of these 200 Planted.hold held the monitor of ");
        } else {
            assertThat(section.findings().getFirst().explanation())
                    .contains("Who had the lock ", " is not in the dumps");
        }
    }

    /** Threads that sleep, wait for work and for each other's results, and locks that are free: 30 dumps find nothing. */
    @ParameterizedTest
    @ValueSource(strings = {"loomweight.jdk21", "loomweight.jdk.newest"})
    void aProgramWithoutContentionHasNoFinding(String jdk) throws Exception {
        LiveCapture capture = new LiveCapture(
                new LiveCapture.What(null, DumpRequest.of(30, Duration.ofMillis(10)), null), null, line -> {});
        Section section;
        try (WaitingApp app = WaitingApp.start(Jdks.home(jdk), folder, "Calm", CALM)) {
            section = Question.WAITS
                    .ask(InputOptions.of(Path.of(Long.toString(app.pid()))), count -> {}, capture)
                    .report()
                    .sections()
                    .getFirst();
        }
        Table doing = Samples.block(section, "doing", Table.class);

        assertThat(section.findings()).isEmpty();
        assertThat(doing.rows().getFirst().cells().getFirst()).isEqualTo(Cell.text("condition, queue"));
        assertThat(Samples.block(section, "sampling", Table.class)
                        .rows()
                        .getFirst()
                        .cells()
                        .getFirst())
                .isEqualTo(Cell.count(30));
    }

    private static final String CALM = """
            import java.util.concurrent.*;
            import java.util.concurrent.locks.*;

            public class Calm {
                public static void main(String[] args) throws Exception {
                    BlockingQueue<String> work = new LinkedBlockingQueue<>();
                    CompletableFuture<String> future = new CompletableFuture<>();
                    for (int i = 0; i < 30; i++) {
                        int kind = i % 5;
                        ReentrantLock own = new ReentrantLock();
                        Object monitor = new Object();
                        Thread.ofVirtual().start(() -> {
                            try {
                                while (true) {
                                    own.lock();
                                    try {
                                        synchronized (monitor) {
                                            monitor.hashCode();
                                        }
                                        switch (kind) {
                                            case 0 -> Thread.sleep(5);
                                            case 1 -> future.join();
                                            default -> work.take();
                                        }
                                    } finally {
                                        own.unlock();
                                    }
                                }
                            } catch (InterruptedException e) {
                                throw new IllegalStateException(e);
                            }
                        });
                    }
                    System.out.println("ready");
                    System.in.read();
                }
            }
            """;

    private static void sample(WaitingApp app, Attached jvm, Path capture, long[] counts) throws IOException {
        RollingCapture rolling = new RollingCapture(CaptureFolder.create(capture), 1, new HashMap<>());
        ThreadDumps dumps = rolling.dumps(STEPS, Long.MAX_VALUE, 0);
        for (int step = 0; step < STEPS; step++) {
            String[] said = app.ask("").split(" ", -1);
            for (int i = 0; i < 3; i++) {
                counts[i] += Long.parseLong(said[i]);
            }
            ThreadDumps.Taken taken = dumps.take(jvm, "sampled", DumpRequest.Print.NONE);
            assertThat(taken.missing()).isNull();
        }
        rolling.end(CaptureEnd.COMPLETE);
    }

    /** A column of ratios of the table of locks, by the method in another. */
    private static Map<String, Double> ratios(Section section, String key, String column) {
        Table table = Samples.block(section, "locks", Table.class);
        List<String> ids = table.columns().stream().map(Table.Column::id).toList();
        Map<String, Double> ratios = new HashMap<>();
        for (Table.Row row : table.rows()) {
            Cell site = row.cells().get(ids.indexOf(key));
            Cell ratio = row.cells().get(ids.indexOf(column));
            if (site instanceof Cell.Text text && ratio instanceof Cell.Ratio value) {
                ratios.put(text.value().replaceFirst(":\\d+$", ""), value.value());
            }
        }
        return ratios;
    }
}
