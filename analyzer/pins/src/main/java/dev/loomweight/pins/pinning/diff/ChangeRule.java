package dev.loomweight.pins.pinning.diff;

/**
 * When a site counts as changed.
 *
 * @param margin a change of the number of pins that is not larger is none, as a share: 0.1 is 10 %; one of the time for
 *     each pin may be twice as large, since a machine is never equally busy
 * @param eachPin whether both runs did the same work once, as tests do, so that each pin more than the margin allows is
 *     one; else only what neither chance nor load explains
 */
public record ChangeRule(double margin, boolean eachPin) {

    /** What chance and load do not explain, with the usual margin. */
    public static final ChangeRule USUAL = new ChangeRule(0.1, false);

    /** The largest ratio of the times for each pin that is no change. */
    double timeMargin() {
        return 1 + 2 * margin;
    }

    /** The largest ratio of the numbers of pins that is no change. */
    double numberMargin() {
        return 1 + margin;
    }
}
