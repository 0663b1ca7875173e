package dev.loomweight.fleet;

/**
 * A budget of a fleet.
 *
 * @param service for which service; {@link #ALL} for each that has no budget of its own for the measure
 * @param measure what is limited
 * @param max the largest allowed amount, inclusive, in the unit of the measure
 */
public record FleetLimit(String service, FleetMeasure measure, long max) {

    /** Stands for all services. */
    public static final String ALL = "*";
}
