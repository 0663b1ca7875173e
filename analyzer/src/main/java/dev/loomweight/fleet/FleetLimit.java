package dev.loomweight.fleet;

/** A budget of the services of a fleet. */
public record FleetLimit(String service, FleetMeasure measure, long max) {}
