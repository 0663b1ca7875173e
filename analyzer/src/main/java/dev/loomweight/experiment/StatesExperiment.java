package dev.loomweight.experiment;

import dev.loomweight.experiment.Article.Why;
import dev.loomweight.experiment.Experiment.Claim;
import dev.loomweight.experiment.Experiment.Shown;
import dev.loomweight.report.Cell;
import java.util.List;

/** What a virtual thread can be in the middle of. */
final class StatesExperiment {

    private static final String NAMES = "NEW, STARTED, RUNNING, PARKING, PARKED, PINNED, TIMED_PARKING,"
            + " TIMED_PARKED, TIMED_PINNED, UNPARKED, YIELDING, YIELDED, TERMINATED";

    static final Experiment STATES = new Experiment(
            "states",
            "the states of a virtual thread, and which of them can be seen from outside",
            false,
            new Article(
                    List.of("A virtual thread has 13 states, from NEW to TERMINATED. They are constants of"
                            + " java.lang.VirtualThread; Thread.getState shows fewer."),
                    List.of(
                            "The program reads the constants, and keeps a thread in each state that can be kept still. A dump of"
                                    + " its threads, taken from outside, is laid beside what is so inside."),
                    List.of(
                            Why.holds("The constants are those of JDK 21, of which was written.", "number", "names"),
                            Why.fails(
                                    "They are private, and each release may change them. Virtual threads that unmount at"
                                            + " monitors (JEP 491, JDK 24) need states of their own, for blocking and for"
                                            + " Object.wait.",
                                    "number",
                                    "names"),
                            Why.always(
                                    "A dump of JDK 21 has neither the state of a virtual thread nor its carrier; only its"
                                            + " frames tell some states apart. Newer JDKs write both into dumps as JSON."),
                            Why.always(
                                    "A thread that has not started or has ended is in no dump. PARKING, YIELDING and their"
                                            + " like pass in microseconds."))),
            List.of(
                    Shown.count("declared", "states that java.lang.VirtualThread has", 13),
                    new Shown("names", "their names", Cell.text(NAMES))),
            List.of(),
            List.of(
                    new Claim(
                            "number",
                            "a virtual thread has 13 states",
                            new ClaimRule.Amount("declared", Bounds.exactly(13), "the class declares 13")),
                    new Claim(
                            "names",
                            "they are NEW to TERMINATED, as in the list below",
                            new ClaimRule.SameText("names", NAMES, "the same names, by their values"))));

    private StatesExperiment() {}
}
