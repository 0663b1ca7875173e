package dev.loomweight.bench.recording;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.Recording;

/**
 * Records itself: {@code java OPTIONS -cp CLASSES ...MakeRecording KEY=VALUE...}, with the keys of {@link Shape}. The
 * options of the JVM that it needs are in {@code scripts/make-recording}.
 *
 * <p>Only events of the load and the pins are switched on, so that no environment variable, system property, command
 * line or process list gets into the file.
 */
public final class MakeRecording {

    /** How many routes are walked before the recording, so that the frames of the first pin are compiled as the last. */
    private static final int WARM_UP = 60_000;

    /** How often each site pins before the recording, for the same reason. */
    private static final int WARM_UP_OF_SITE = 170;

    /** Frames of the JDK and of the act itself, above and below the route: of a pin, and of other events. */
    private static final int FRAMES_OF_PIN = 20;

    private static final int FRAMES_OF_LOAD = 8;

    private static final int LOADERS = 2;

    private MakeRecording() {}

    /** Makes the recording; exit status 1 and one line on standard error where that is not possible. */
    public static void main(String[] args) throws Exception {
        Shape shape;
        try {
            shape = Shape.parse(args);
        } catch (IllegalArgumentException e) {
            System.err.println("make-recording: " + e.getMessage());
            System.exit(2);
            return;
        }
        new Run(shape).record();
    }

    private static final class Run {
        private final Shape shape;
        private final Pinner pinner;
        private final List<Loader> loaders = new ArrayList<>();

        Run(Shape shape) throws IOException, ReflectiveOperationException {
            this.shape = shape;
            Site[] sites = Sites.make(Math.max(shape.sites(), 64));
            long seed = shape.seed();
            Route[] pinning = Route.family(seed, shape.stacks(), shape.depth() - FRAMES_OF_PIN, sites, shape.sites());
            this.pinner = new Pinner(pinning, shape.sites(), seed);
            Route[] routes =
                    Route.family(~seed, shape.otherStacks(), shape.depth() - FRAMES_OF_LOAD, sites, sites.length);
            for (int i = 0; i < LOADERS && !shape.load().isEmpty(); i++) {
                loaders.add(new Loader(List.copyOf(shape.load()), routes, seed + i));
            }
        }

        void record() throws Exception {
            // The first start of a recording rewrites classes, which throws all compiled code away.
            try (Recording rehearsal = new Recording()) {
                enable(rehearsal);
                rehearsal.start();
            }
            round(WARM_UP, shape.pins() == 0 ? 0 : shape.sites() * WARM_UP_OF_SITE);
            int before = pinner.made();
            try (Recording recording = new Recording()) {
                enable(recording);
                recording.setMaxSize(Long.MAX_VALUE);
                recording.start();
                fill(before);
                recording.stop();
                recording.dump(shape.file());
            }
            for (Loader loader : loaders) {
                loader.close();
            }
        }

        private void enable(Recording recording) {
            recording.enable("jdk.ActiveSetting");
            recording.enable("jdk.DataLoss");
            recording.enable("jdk.VirtualThreadPinned").withStackTrace().withThreshold(Duration.ZERO);
            shape.load().forEach(load -> load.enable(recording));
        }

        /** Rounds of load and pins, each for a part of what is missing, until the size is reached. */
        private void fill(int before) throws Exception {
            Growth growth = new Growth(shape.bytes());
            while (!growth.done() && !loaders.isEmpty()) {
                int count = growth.next();
                int pins = (int) (shape.pins() * growth.shareAfterNext()) - (pinner.made() - before);
                round(count, Math.max(0, pins));
                growth.grown(count);
            }
            round(0, shape.pins() - (pinner.made() - before));
        }

        private void round(int count, int pins) throws InterruptedException {
            List<Thread> threads = new ArrayList<>(pinner.start(pins));
            for (Loader loader : loaders) {
                int number = threads.size();
                threads.add(Thread.ofPlatform().name("loader-" + number).start(() -> loader.work(count / LOADERS)));
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }
}
