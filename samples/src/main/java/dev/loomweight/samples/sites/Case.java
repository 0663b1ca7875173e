package dev.loomweight.samples.sites;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** What the threads of {@link WeighedSites} have. */
enum Case {
    /** Three sites of several depths: mixed methods, plain recursion, callbacks. */
    DEPTHS(Case::depths),
    /** Two sites, one of which keeps an array in a thread-local. */
    LOCALS(Case::locals),
    /** Two sites, one of which has an array that only its stack holds. */
    BUFFERS(Case::buffers),
    /** A deep site, and ten times as many threads at a shallow one: the setting is that of the deep one. */
    DEEP(Case::deep),
    /** Two sites, one of which has an array in a scoped value; absent where these are not final. */
    SCOPED(Case::scoped),
    /** Platform threads, as those of a pool, that keep an array in a thread-local between their tasks. */
    POOL(Case::pool),
    /** A site whose threads never end, if the program is told to grow, and one whose threads do. */
    LEAK(Case::leak),
    /** Ten sites whose threads hold one array together, and one whose threads hold another. */
    SHARED(Case::shared);

    private static final int SHALLOW_OF_A_DEEP = 10;
    private static final int SITES_THAT_SHARE = 10;

    @SuppressWarnings("ImmutableEnumChecker") // A method of this class.
    private final Function<Settings, List<StandingThreads>> sites;

    Case(Function<Settings, List<StandingThreads>> sites) {
        this.sites = sites;
    }

    static Case of(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }

    /** Makes the sites, without threads. */
    List<StandingThreads> sites(Settings settings) {
        return sites.apply(settings);
    }

    // Each site waits at a line of its own.

    private static List<StandingThreads> depths(Settings settings) {
        List<Integer> frames = settings.frames();
        return List.of(
                new StandingThreads("mixed", "frames=" + frames.get(0), gate -> {
                    Descents.mixed(frames.get(0), () -> gate.acquireUninterruptibly());
                }),
                new StandingThreads("plain", "frames=" + frames.get(1), gate -> {
                    Descents.plain(frames.get(1), () -> gate.acquireUninterruptibly());
                }),
                new StandingThreads("layered", "frames=" + frames.get(2), gate -> {
                    Descents.layered(frames.get(2), () -> gate.acquireUninterruptibly());
                }));
    }

    private static List<StandingThreads> deep(Settings settings) {
        int frames = settings.frames().get(settings.frames().size() - 1);
        StandingThreads shallow = new StandingThreads("shallow", "frames=1", gate -> gate.acquireUninterruptibly());
        return List.of(
                new StandingThreads("deep", "frames=" + frames, gate -> {
                    Descents.plain(frames, () -> gate.acquireUninterruptibly());
                }),
                shallow.times(SHALLOW_OF_A_DEEP));
    }

    private static List<StandingThreads> locals(Settings settings) {
        return List.of(
                new StandingThreads("keeping", "localBytes=" + Held.arrayBytes(settings.bytes()), gate -> {
                    Held.inALocal(settings.bytes());
                    gate.acquireUninterruptibly();
                }),
                new StandingThreads("without", "localBytes=0", gate -> gate.acquireUninterruptibly()));
    }

    private static List<StandingThreads> buffers(Settings settings) {
        return List.of(
                new StandingThreads("holding", "heldBytes=" + Held.arrayBytes(settings.bytes()), gate -> {
                    Held.onTheStack(settings.bytes(), gate);
                }),
                new StandingThreads("without", "heldBytes=0", gate -> gate.acquireUninterruptibly()));
    }

    private static List<StandingThreads> scoped(Settings settings) {
        List<StandingThreads> sites = new ArrayList<>();
        if (Scoped.isFinal()) {
            sites.add(new StandingThreads("scoped", "scopedBytes=" + Held.arrayBytes(settings.bytes()), gate -> {
                Scoped.with(new byte[settings.bytes()], () -> gate.acquireUninterruptibly());
            }));
        } else {
            System.out.println("absent scoped");
        }
        sites.add(new StandingThreads("without", "scopedBytes=0", gate -> gate.acquireUninterruptibly()));
        return sites;
    }

    private static List<StandingThreads> pool(Settings settings) {
        String built = "localBytes=" + Held.arrayBytes(settings.bytes());
        return List.of(new StandingThreads("pool", built, Thread.ofPlatform().daemon(), gate -> {
            Held.inALocal(settings.bytes());
            gate.acquireUninterruptibly();
        }));
    }

    private static List<StandingThreads> leak(Settings settings) {
        return List.of(
                new StandingThreads("leak", "", gate -> gate.acquireUninterruptibly()),
                new StandingThreads("requests", "", gate -> gate.acquireUninterruptibly()));
    }

    private static List<StandingThreads> shared(Settings settings) {
        String bytes = " sharedBytes=" + Held.arrayBytes(settings.bytes());
        List<StandingThreads> sites = new ArrayList<>();
        for (int i = 0; i < SITES_THAT_SHARE; i++) {
            int site = i;
            sites.add(new StandingThreads("sharing" + i, "shared=all" + bytes, gate -> Lines.hold(site, gate)));
        }
        sites.get(0).after(() -> Held.share(settings.bytes()));
        StandingThreads alone = new StandingThreads("alone", "shared=alone" + bytes, gate -> {
            byte[] shared = Held.shared();
            gate.acquireUninterruptibly();
            Held.use(shared);
        });
        sites.add(alone.after(() -> Held.share(settings.bytes())));
        return sites;
    }
}
