package dev.loomweight.samples.gallery;

import dev.loomweight.samples.Exhibit;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Monitors that a library holds while it calls back: the mapping function of computeIfAbsent, the stream below a
 * PrintStream. Nothing in the application's source says synchronized, and until JDK 23 it pins all the same. Do not
 * block in such a callback: put a future into the map and complete it outside, or upgrade to JDK 24 or later.
 */
public final class LibraryMonitor implements Exhibit {

    private final Map<String, String> concurrent = new ConcurrentHashMap<>();

    @SuppressWarnings("JdkObsolete") // Old classes with monitors are what this is about.
    private final Map<String, String> hashtable = new Hashtable<>();

    private final Map<String, String> wrapped = Collections.synchronizedMap(new HashMap<>());
    private final PrintStream log = new Log();

    @Override
    public void run() throws Exception {
        Virtual.run("customer", () -> {
            for (int i = 0; i < 7; i++) {
                fillConcurrent("price" + i);
            }
            for (int i = 0; i < 5; i++) {
                fillHashtable("price" + i);
            }
            for (int i = 0; i < 3; i++) {
                fillWrapped("price" + i);
            }
            for (int i = 0; i < 9; i++) {
                print();
            }
        });
    }

    private void fillConcurrent(String key) {
        concurrent.computeIfAbsent(key, LibraryMonitor::fetch);
    }

    private void fillHashtable(String key) {
        hashtable.computeIfAbsent(key, LibraryMonitor::fetch);
    }

    private void fillWrapped(String key) {
        wrapped.computeIfAbsent(key, LibraryMonitor::fetch);
    }

    private void print() {
        log.write('x');
    }

    private static String fetch(String key) {
        Blocking.sleep(40);
        return key;
    }

    /** A subclass, because PrintStream itself has held a lock of java.util.concurrent instead since JDK 21. */
    private static final class Log extends PrintStream {
        Log() {
            super(new SlowStream(), false, StandardCharsets.UTF_8);
        }
    }

    private static final class SlowStream extends OutputStream {
        @Override
        public void write(int b) {
            Blocking.sleep(40);
        }
    }
}
