package dev.loomweight.fleet;

import java.util.Arrays;
import java.util.Optional;

/** What the budgets of a fleet limit, for each service. */
public enum FleetMeasure {
    /** Pins for each recorded hour. */
    PINS_PER_HOUR("pins-per-hour", "pins per recorded hour"),
    /** Their time. */
    PINNED_TIME_PER_HOUR("pinned-time-per-hour", "pinned time per recorded hour"),
    /** The longest of them. */
    LONGEST_PIN("longest-pin", "longest pin"),
    /** The time in which all carriers were pinned. */
    STARVED_TIME_PER_HOUR("starved-time-per-hour", "time per recorded hour with all carriers pinned"),
    /** Virtual threads that the scheduler rejected. */
    FAILED_SUBMITS("failed-submits", "virtual threads that the scheduler rejected"),
    /** Resident memory. */
    RSS("rss", "highest resident memory"),
    /** The highest share of the limit of memory. */
    LIMIT_SHARE("limit-share", "highest share of the memory limit"),
    /** Sites that the last version has and earlier ones did not. */
    NEW_SITES("new-sites", "sites that came in the latest version"),
    /** Units that are unlike their siblings. */
    OUTLIERS("outliers", "pods unlike their siblings");

    private final String id;
    private final String words;

    FleetMeasure(String id, String words) {
        this.id = id;
        this.words = words;
    }

    /** The stable id. */
    public String id() {
        return id;
    }

    /** The description in reports. */
    public String words() {
        return words;
    }

    /** The measure with that id. */
    public static Optional<FleetMeasure> of(String id) {
        return Arrays.stream(values()).filter(measure -> measure.id.equals(id)).findFirst();
    }
}
