package dev.loomweight.samples.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * An application that can be left on for as long as one likes: at a steady rate it starts virtual threads, of which some
 * pin at one of many sites, and loads the sites' classes anew while those before are unloaded. It keeps nothing, so that
 * what grows beside it is not its own.
 *
 * <p>Arguments: virtual threads a second, sites. Prints {@code ready}; then it obeys lines of its standard input:
 * {@code count} prints how many threads have ended and how many classes were loaded, {@code eat} takes memory until the
 * process is killed, and the end of the input ends it.
 */
public final class LongRun {

    private static final int PINNED_OF = 5;
    private static final int CLASSES_PER_SECOND = 10;
    // On a machine that cannot keep up, what waits for a carrier would fill the heap.
    private static final int MAX_LIVE_THREADS = 2_000;
    private static final long STEP_NANOS = 10_000_000;

    private final AtomicReferenceArray<Runnable> sites;
    private final SiteClasses classes;
    private final LongAdder ended = new LongAdder();
    private final LongAdder loaded = new LongAdder();

    private LongRun(int sites) throws IOException, ReflectiveOperationException {
        this.sites = new AtomicReferenceArray<>(sites);
        this.classes = new SiteClasses();
        for (int i = 0; i < sites; i++) {
            load(i);
        }
    }

    /** Runs it until its standard input ends. */
    public static void main(String[] args) throws IOException, ReflectiveOperationException {
        LongRun run = new LongRun(Integer.parseInt(args[1]));
        long threads = Long.parseLong(args[0]);
        Thread.ofPlatform().daemon().name("load").start(() -> run.load(threads));
        System.out.println("ready");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            switch (line) {
                case "count" -> System.out.println("count " + run.ended.sum() + " " + run.loaded.sum());
                case "eat" -> eat();
                default -> System.out.println("unknown " + line);
            }
        }
    }

    private void load(int site) throws ReflectiveOperationException {
        // The classes' names begin at 1: 0 is the one that is written down.
        sites.set(site, classes.load(site + 1));
        loaded.increment();
    }

    /** Starts what is due, every hundredth of a second. */
    private void load(long perSecond) {
        long start = System.nanoTime();
        long threads = 0;
        long started = 0;
        long classesLoaded = 0;
        while (true) {
            long nanos = System.nanoTime() - start;
            long due = nanos / 1_000_000 * perSecond / 1_000;
            // After a stop, what was due meanwhile is left out.
            threads = Math.max(threads, due - perSecond);
            for (; threads < due; threads++) {
                if (started - ended.sum() < MAX_LIVE_THREADS) {
                    start(threads);
                    started++;
                }
            }
            long classesDue = nanos / 1_000_000 * CLASSES_PER_SECOND / 1_000;
            classesLoaded = Math.max(classesLoaded, classesDue - CLASSES_PER_SECOND);
            for (; classesLoaded < classesDue; classesLoaded++) {
                loadNext(classesLoaded);
            }
            LockSupport.parkNanos(STEP_NANOS);
        }
    }

    private void loadNext(long number) {
        try {
            load((int) (number % sites.length()));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private void start(long number) {
        Runnable site = number % PINNED_OF == 0 ? sites.get((int) (number / PINNED_OF % sites.length())) : () -> {};
        Thread.startVirtualThread(() -> {
            site.run();
            ended.increment();
        });
    }

    private static void eat() {
        List<byte[]> eaten = new ArrayList<>();
        while (eaten.size() < Integer.MAX_VALUE) {
            byte[] block = new byte[1 << 20];
            // Touched, so that it is resident.
            Arrays.fill(block, (byte) 1);
            eaten.add(block);
        }
    }
}
