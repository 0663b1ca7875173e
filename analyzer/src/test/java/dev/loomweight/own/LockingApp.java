package dev.loomweight.own;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * An application whose threads hold locks and wait for each other's until its input ends. It prints which lock that is, by
 * what it knows itself: {@code System.identityHashCode} and {@code LockSupport.getBlocker}.
 */
final class LockingApp implements AutoCloseable {

    private static final String SOURCE = """
            import java.util.concurrent.CountDownLatch;
            import java.util.concurrent.locks.*;

            public final class Locking {
                static final Object MONITOR = new Object();
                static final Object SIGNAL = new Object();
                static final ReentrantLock LOCK = new ReentrantLock();

                static void until(Thread thread, Thread.State state) {
                    while (thread.getState() != state) {
                        Thread.onSpinWait();
                    }
                }

                static void say(String thread, String field, Object lock) {
                    System.out.println(thread + " " + field + " " + lock.getClass().getName() + "@"
                            + Integer.toHexString(System.identityHashCode(lock)));
                }

                static void waitForSignal() {
                    synchronized (SIGNAL) {
                        try {
                            SIGNAL.wait();
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                    }
                }

                static void enter() {
                    synchronized (MONITOR) {
                        System.out.println("entered");
                    }
                }

                public static void main(String[] args) throws Exception {
                    CountDownLatch held = new CountDownLatch(1);
                    CountDownLatch end = new CountDownLatch(1);
                    Thread holder = Thread.ofPlatform().name("holder").start(() -> {
                        LOCK.lock();
                        synchronized (MONITOR) {
                            held.countDown();
                            try {
                                end.await();
                            } catch (InterruptedException e) {
                                throw new IllegalStateException(e);
                            }
                        }
                        LOCK.unlock();
                    });
                    held.await();
                    Thread parked = Thread.ofVirtual().name("vt-parked").start(() -> {
                        LOCK.lock();
                        LOCK.unlock();
                    });
                    until(parked, Thread.State.WAITING);
                    Thread waiting = Thread.ofVirtual().name("vt-waiting").start(Locking::waitForSignal);
                    until(waiting, Thread.State.WAITING);
                    Thread blocked = Thread.ofPlatform().name("blocked").start(Locking::enter);
                    until(blocked, Thread.State.BLOCKED);
                    Thread entering = Thread.ofVirtual().name("vt-blocked").start(Locking::enter);
                    until(entering, Thread.State.BLOCKED);
                    until(holder, Thread.State.WAITING);
                    say("holder", "monitor", MONITOR);
                    say("holder", "parkBlocker", LockSupport.getBlocker(holder));
                    say("vt-parked", "parkBlocker", LockSupport.getBlocker(parked));
                    say("vt-waiting", "waitingOn", SIGNAL);
                    say("blocked", "blockedOn", MONITOR);
                    say("vt-blocked", "blockedOn", MONITOR);
                    System.out.println("ready");
                    while (System.in.read() >= 0) {
                    }
                    System.exit(0);
                }
            }
            """;

    private final Process process;
    private final Map<String, String> locks = new LinkedHashMap<>();

    private LockingApp(Process process) {
        this.process = process;
    }

    /** Starts it, with carriers for all that its virtual threads pin on JDK 21. */
    static LockingApp start(Path jdk, Path folder, String... options) throws IOException {
        JavaFileObject source =
                new SimpleJavaFileObject(URI.create("string:///Locking.java"), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                        return SOURCE;
                    }
                };
        List<String> compile = List.of("--release", "21", "-Xlint:-options", "-g", "-d", folder.toString());
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .getTask(null, null, null, compile, null, List.of(source))
                        .call())
                .isTrue();
        List<String> command = new ArrayList<>(List.of(
                jdk.resolve("bin/java").toString(),
                "-Xmx64m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Djdk.virtualThreadScheduler.parallelism=4"));
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", folder.toString(), "Locking"));
        LockingApp app = new LockingApp(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
        try {
            app.readLocks();
        } catch (IOException | RuntimeException | Error e) {
            app.close();
            throw e;
        }
        return app;
    }

    private void readLocks() throws IOException {
        BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
        String line = out.readLine();
        while (line != null && !line.equals("ready")) {
            int last = line.lastIndexOf(' ');
            locks.put(line.substring(0, last), line.substring(last + 1));
            line = out.readLine();
        }
        assertThat(line).isEqualTo("ready");
    }

    long pid() {
        return process.pid();
    }

    /** The lock that a thread has in a field of a dump, {@code java.lang.Object@27744d5f}. */
    String lock(String threadAndField) {
        return Objects.requireNonNull(locks.get(threadAndField), threadAndField);
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
