package dev.loomweight.bench.recording;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.Recording;

/**
 * Records itself: {@code java OPTIONS -cp CLASSES ...MakeRecording KEY=VALUE...}, with the keys of {@link Shape}. The
 * options of the JVM that it needs are in {@code scripts/make-recording}.
 *
 * <p>No event is switched on that has an environment variable, a system property, a command line or a process list:
 * {@link Events}.
 */
public final class MakeRecording {

    /** How often each site pins before the recording, so that the frames of the first pin are compiled as the last. */
    private static final int WARM_UP_OF_SITE = 170;

    /** Frames of the JDK and of the act itself, above and below the route: of a pin, and of other events. */
    private static final int FRAMES_OF_PIN = 20;

    private static final int FRAMES_OF_LOAD = 8;

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
        private final Crowd crowd;
        private final int members;
        private final int warmUp;
        private final List<Loader> loaders = new ArrayList<>();

        Run(Shape shape) throws IOException, ReflectiveOperationException {
            this.shape = shape;
            Site[] sites = Sites.make(Math.max(shape.sites(), 64));
            long seed = shape.seed();
            Route[] pinning = Route.family(seed, shape.stacks(), shape.depth() - FRAMES_OF_PIN, sites, shape.sites());
            Pinner pinner = new Pinner(shape, pinning);
            Route[] routes =
                    Route.family(~seed, shape.otherStacks(), shape.depth() - FRAMES_OF_LOAD, sites, sites.length);
            Map<Load, Route[]> routesOfLoad = routesOfLoad(routes, sites);
            for (int i = 0; i < shape.loaders() && !shape.load().isEmpty(); i++) {
                loaders.add(new Loader(shape.load(), routesOfLoad, seed + i));
            }
            int pinsOfWarmUp = shape.pins() == 0 ? 0 : Math.min(shape.warmUp(), shape.sites() * WARM_UP_OF_SITE);
            if (shape.threads() == 0) {
                crowd = pinner;
                members = shape.pins();
                warmUp = pinsOfWarmUp;
            } else {
                crowd = new Requests(shape, pinner, routes);
                members = shape.threads();
                double pinsPerThread = (double) shape.pins() / members;
                warmUp = (int) Math.clamp(pinsOfWarmUp / Math.max(pinsPerThread, 1e-6), 1, Math.max(1, shape.warmUp()));
            }
        }

        private Map<Load, Route[]> routesOfLoad(Route[] usual, Site[] sites) {
            Map<Load, Route[]> all = new EnumMap<>(Load.class);
            shape.load().forEach((load, amount) -> {
                long family = Route.mix(~shape.seed() + load.name().hashCode());
                all.put(
                        load,
                        amount.stacks() == 0
                                ? Arrays.copyOf(usual, Math.min(usual.length, load.usualStacks()))
                                : Route.family(
                                        family, amount.stacks(), amount.depth() - FRAMES_OF_LOAD, sites, sites.length));
            });
            return all;
        }

        void record() throws Exception {
            // The first start of a recording rewrites classes, which throws all compiled code away.
            try (Recording rehearsal = new Recording()) {
                shape.events().enable(rehearsal, shape);
                rehearsal.start();
            }
            round(shape.warmUp(), warmUp);
            int before = crowd.made();
            try (Recording recording = new Recording()) {
                shape.events().enable(recording, shape);
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

        /** Rounds of load and virtual threads, each for a part of what is missing, until the size is reached. */
        private void fill(int before) throws Exception {
            Growth growth = new Growth(shape.bytes());
            while (!growth.done() && !loaders.isEmpty()) {
                int count = growth.next();
                int more = (int) (members * growth.shareAfterNext()) - (crowd.made() - before);
                round(count, Math.max(0, more));
                growth.grown(count);
            }
            round(0, members - (crowd.made() - before));
        }

        private void round(int count, int more) throws InterruptedException {
            List<Thread> threads = new ArrayList<>(crowd.start(more));
            int each = count / Math.max(1, loaders.size());
            for (Loader loader : loaders) {
                int number = threads.size();
                threads.add(Thread.ofPlatform().name("loader-" + number).start(() -> loader.work(each)));
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }
}
