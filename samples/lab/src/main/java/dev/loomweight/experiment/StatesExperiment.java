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
            "the states of a virtual thread, and which of them are visible from outside",
            false,
            new Article(
                    List.of("A virtual thread has 13 states, from NEW to TERMINATED. They are constants of"
                            + " java.lang.VirtualThread; Thread.getState shows fewer."),
                    List.of("The program reads the constants and keeps one thread in each state that is not"
                            + " transient. A thread dump taken from outside is compared with the states"
                            + " inside."),
                    List.of(
                            Why.holds(
                                    "The constants are those of JDK 21, which the publication describes.",
                                    "number",
                                    "names"),
                            Why.fails(
                                    "The constants are private, and each release may change them. Virtual threads"
                                            + " that unmount at monitors (JEP 491, JDK 24) need additional states"
                                            + " for blocking and for Object.wait.",
                                    "number",
                                    "names"),
                            Why.always(
                                    "A dump of JDK 21 has neither the state of a virtual thread nor its carrier; only"
                                            + " the frames distinguish some states. Newer JDKs write both into JSON"
                                            + " dumps."),
                            Why.always("A thread that has not started or has ended is in no dump. PARKING, YIELDING and"
                                    + " similar states last microseconds."))),
            List.of(
                    Shown.count("declared", "states of java.lang.VirtualThread", 13),
                    new Shown("names", "names of the states", Cell.text(NAMES))),
            List.of(),
            List.of(
                    new Claim(
                            "number",
                            "a virtual thread has 13 states",
                            new ClaimRule.Amount("declared", Bounds.exactly(13), "the class declares 13 states")),
                    new Claim(
                            "names",
                            "they are NEW to TERMINATED, as in the list below",
                            new ClaimRule.SameText("names", NAMES, "the same names in the order of their values"))));

    private StatesExperiment() {}
}
