package dev.loomweight.experiment;

import dev.loomweight.experiment.Article.Why;
import dev.loomweight.experiment.Experiment.Bar;
import dev.loomweight.experiment.Experiment.Chart;
import dev.loomweight.experiment.Experiment.Claim;
import dev.loomweight.experiment.Experiment.Shown;
import java.util.List;

/** What kind of thread and how many workers do for a client. */
final class FetchExperiment {

    private static final String JAVA = "fetch";
    private static final String GO = "fetch-go";

    static final Experiment FETCH = new Experiment(
            JAVA,
            "how long many HTTP GETs take: a pool of platform threads, virtual threads, a pool of goroutines",
            true,
            article(),
            List.of(
                    Shown.count("gets", "GETs", 2000),
                    Shown.of("serviceDelay", "the server answers after"),
                    Shown.of("poolThreads", "platform threads of the pool", JAVA),
                    Shown.of("goWorkers", "goroutines of the pool", GO),
                    Shown.millis("platformPool", "on the pool of platform threads", 29_928)
                            .by(JAVA),
                    Shown.millis("virtualThreads", "on virtual threads", 30_755).by(JAVA),
                    Shown.millis("goPool", "on the pool of goroutines", 5174).by(GO)),
            List.of(Chart.of(
                    "How long the GETs take",
                    new Bar("platformPool", "the pool of platform threads"),
                    new Bar("virtualThreads", "virtual threads"),
                    new Bar("goPool", "the pool of goroutines"))),
            List.of(
                    new Claim(
                            "same",
                            "virtual threads fetch as fast as a pool of platform threads: 30,755 ms and 29,928 ms",
                            new ClaimRule.Ratio(
                                    "platformPool",
                                    "virtualThreads",
                                    new Bounds(0.75, 1.33),
                                    "the same: 0.75 to 1.33 times")),
                    new Claim(
                            "go",
                            "a pool of goroutines, two for each processor, is 5.8 times as fast as the pool of platform"
                                    + " threads",
                            new ClaimRule.Ratio(
                                    "platformPool",
                                    "goPool",
                                    Bounds.atLeast(1),
                                    "the goroutines are faster: over 1 times"))));

    private FetchExperiment() {}

    private static Article article() {
        return new Article(
                List.of(
                        "2000 GETs of a public site took 29,928 ms on a pool of platform threads and 30,755 ms on virtual"
                                + " threads.",
                        "A program in Go, with a pool of goroutines for twice the processors, took 5174 ms."),
                List.of(
                        "A server on this machine takes the place of the site, and answers each request after the same delay:"
                                + " nobody's site is loaded, and the figures can be had again. The pool of platform threads has 200."),
                List.of(
                        Why.always(
                                "Against a public site, what is measured is what the site and the network between grant. Here"
                                        + " nothing lies between but the loopback, and the delay is known."),
                        Why.always(
                                "n requests under way at once and a delay of d seconds are n / d requests a second at most"
                                        + " (Little's law). Who has more under way is faster, until the processors or the server are"
                                        + " busy."),
                        Why.holds(
                                "Both kinds of thread wait for the same server, and wait no faster for being of another kind.",
                                "same"),
                        Why.fails(
                                "The pool has as many requests under way as threads; virtual threads have all of them. A site"
                                        + " that takes only so many at once, as the published one may have, hides that.",
                                "same"),
                        Why.fails(
                                "Two workers for each processor are few where each of them waits: they are bounded by workers"
                                        + " / delay. A client far from a site that throttles many connections is better off"
                                        + " with few; here nothing throttles.",
                                "go"),
                        Why.holds(
                                "A goroutine keeps its connection and needs little of a processor for a request: where the"
                                        + " processors are busy, and not the workers, that decides.",
                                "go")));
    }
}
