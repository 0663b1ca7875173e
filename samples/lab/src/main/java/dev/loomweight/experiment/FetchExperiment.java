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
    private static final int GETS = 2000;

    static final Experiment FETCH = new Experiment(
            JAVA,
            "duration of many HTTP GETs: a pool of platform threads, virtual threads, a pool of goroutines",
            true,
            article(),
            List.of(
                    Shown.count("gets", "GETs", GETS),
                    Shown.of("serviceDelay", "delay of the server"),
                    Shown.of("poolThreads", "platform threads of the pool", JAVA),
                    Shown.of("goWorkers", "goroutines of the pool", GO),
                    Shown.millis("platformPool", "on the pool of platform threads", 29_928)
                            .by(JAVA),
                    Shown.millis("virtualThreads", "on virtual threads", 30_755).by(JAVA),
                    Shown.millis("goPool", "on the pool of goroutines", 5174).by(GO)),
            List.of(Chart.of(
                    "Duration of the GETs",
                    new Bar("platformPool", "the pool of platform threads"),
                    new Bar("virtualThreads", "virtual threads"),
                    new Bar("goPool", "the pool of goroutines"))),
            List.of(
                    new Claim(
                            "same",
                            "virtual threads are as fast as a pool of platform threads: 30,755 ms and 29,928 ms",
                            new ClaimRule.Ratio(
                                    "platformPool",
                                    "virtualThreads",
                                    new Bounds(0.75, 1.33),
                                    "the same: 0.75 to 1.33 times")),
                    new Claim(
                            "go",
                            "2000 GETs: a pool of two goroutines per processor is 5.8 times as fast as the pool of"
                                    + " platform threads",
                            new ClaimRule.OfSize("gets", GETS, ClaimRule.factor("platformPool", "goPool", 5.8)))));

    private FetchExperiment() {}

    private static Article article() {
        return new Article(
                List.of(
                        "2000 GETs of a public site took 29,928 ms on a pool of platform threads and 30,755 ms on virtual"
                                + " threads.",
                        "A Go program with a pool of two goroutines per processor took 5174 ms."),
                List.of("A server on this machine replaces the public site and answers each request after the same"
                        + " delay, so the figures can be reproduced and no public site is loaded. The pool"
                        + " has 200 platform threads."),
                List.of(
                        Why.always("Against a public site, the measurement shows what the site and the network allow."
                                + " Here there is only the loopback interface, and the delay is known."),
                        Why.always("n concurrent requests and a delay of d seconds allow at most n / d requests per"
                                + " second (Little's law). More concurrent requests are faster until the"
                                + " processors or the server are busy."),
                        Why.holds(
                                "Both kinds of thread wait for the same server; the kind of thread does not shorten"
                                        + " the wait.",
                                "same"),
                        Why.fails(
                                "The pool has as many concurrent requests as threads; virtual threads send all"
                                        + " requests at once. A site that limits concurrent requests, as the"
                                        + " published one may have done, hides the difference.",
                                "same"),
                        Why.fails(
                                "Two workers per processor are few if each of them waits: they are limited to workers"
                                        + " / delay. Few workers help if a site throttles many connections; here"
                                        + " nothing throttles.",
                                "go"),
                        Why.holds(
                                "A goroutine keeps its connection and needs little processor time per request, which"
                                        + " decides when the processors are the limit and not the workers.",
                                "go")));
    }
}
