package dev.loomweight.owners;

import dev.loomweight.Jdks;
import dev.loomweight.launch.Attached;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@link LocksApp} in a JVM of its own, with what it says about itself. */
final class LocksProcess implements AutoCloseable {

    private final Process process;
    private final Map<String, Long> threads = new LinkedHashMap<>();
    private final Map<String, Truth> locks = new LinkedHashMap<>();
    private final Map<String, Long> pools = new LinkedHashMap<>();

    /**
     * What the program says of one lock.
     *
     * @param lock its class and identity hash code
     * @param owner the id of its owner, or 0
     * @param waiter the id of the thread that waits for it
     */
    record Truth(String lock, long owner, long waiter) {
        String className() {
            return lock.substring(0, lock.indexOf('@'));
        }
    }

    private LocksProcess(Process process) {
        this.process = process;
    }

    /** Starts it on a JDK, and waits until nothing moves. */
    static LocksProcess start(String jdk, Path errors) throws Exception {
        Path classes = classes();
        Process process = new ProcessBuilder(
                        Jdks.home(jdk).resolve("bin/java").toString(),
                        "-Xmx64m",
                        "-Djdk.virtualThreadScheduler.parallelism=12",
                        "-cp",
                        classes.toString(),
                        LocksApp.class.getName())
                .redirectError(errors.toFile())
                .start();
        LocksProcess app = new LocksProcess(process);
        try {
            app.read(process.inputReader(), errors);
        } catch (IOException | RuntimeException | AssertionError e) {
            app.close();
            throw e;
        }
        return app;
    }

    private void read(BufferedReader out, Path errors) throws IOException {
        for (String line = out.readLine(); !"ready".equals(line); line = out.readLine()) {
            if (line == null) {
                throw new AssertionError("it ended: " + Files.readString(errors));
            }
            List<String> words = List.of(line.split(" "));
            if (words.getFirst().equals("thread")) {
                threads.put(words.get(1), Long.parseLong(words.get(2)));
            } else if (words.getFirst().equals("pool")) {
                pools.put(words.get(1), Long.parseLong(words.get(2)));
            } else {
                locks.put(
                        words.get(1),
                        new Truth(words.get(2), Long.parseLong(words.get(3)), Long.parseLong(words.get(4))));
            }
        }
    }

    /** Where the program's own classes are. */
    static Path classes() throws Exception {
        return Path.of(LocksApp.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
    }

    /** The locks that have waiting threads, by the program's names for them. */
    Map<String, Truth> locks() {
        return locks;
    }

    /** The ids of the threads of pools that have one, by the program's names for them. */
    Map<String, Long> pools() {
        return pools;
    }

    /** The id of a thread. */
    long thread(String name) {
        Long id = threads.get(name);
        if (id == null) {
            throw new AssertionError(name + " is not among " + threads);
        }
        return id;
    }

    /** The name of a thread, or null. */
    @Nullable
    String name(long id) {
        return threads.entrySet().stream()
                .filter(thread -> thread.getValue() == id)
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(null);
    }

    /** Its answer to a diagnostic command. */
    String command(String line) {
        try (Attached jvm = Attached.attach(process.pid())) {
            return jvm.run(line);
        }
    }

    long pid() {
        return process.pid();
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
