package dev.loomweight.fleet;

/** What budgets of a fleet limit. */
public enum FleetMeasure {
    /** Pins. */
    PINS
}
