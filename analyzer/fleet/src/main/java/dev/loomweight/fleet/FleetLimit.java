package dev.loomweight.fleet;

import dev.loomweight.kernel.subject.Figure;

/**
 * A budget of a fleet.
 *
 * @param service for which service; {@link #ALL} for each that has no budget of its own for the figure
 * @param figure what is limited
 * @param max the largest allowed amount, inclusive, in the unit of the figure
 */
public record FleetLimit(String service, Figure<ServiceReading> figure, long max) {

    /** Stands for all services. */
    public static final String ALL = "*";

    /**
     * A budget of a figure that a user named.
     *
     * @param service for which service, or {@link #ALL}
     * @param name the id of the figure
     * @param max the largest allowed amount, inclusive, in the unit of the figure
     * @throws IllegalArgumentException if there is no such figure; the message has a suggestion
     */
    public static FleetLimit of(String service, String name, long max) {
        return new FleetLimit(service, FleetFigures.ALL.named(name), max);
    }
}
