package dev.loomweight.fleet;

import dev.loomweight.fleet.GroupSums.Counter;
import dev.loomweight.memory.Account;
import java.util.Arrays;
import java.util.Optional;

/** What the budgets of a fleet limit, for each service. */
public enum FleetMeasure {
    /** Pins for each recorded hour. */
    PINS_PER_HOUR("pins-per-hour", Unit.COUNT, "pins per recorded hour"),
    /** Their time. */
    PINNED_TIME_PER_HOUR("pinned-time-per-hour", Unit.TIME, "pinned time per recorded hour"),
    /** The longest of them. */
    LONGEST_PIN("longest-pin", Unit.TIME, "longest pin"),
    /** The time in which all carriers were pinned. */
    STARVED_TIME_PER_HOUR("starved-time-per-hour", Unit.TIME, "time per recorded hour with all carriers pinned"),
    /** Virtual threads that the scheduler rejected. */
    FAILED_SUBMITS("failed-submits", Unit.COUNT, "virtual threads that the scheduler rejected"),
    /** Resident memory. */
    RSS("rss", Unit.SIZE, "highest resident memory"),
    /** The highest share of the limit of memory. */
    LIMIT_SHARE("limit-share", Unit.SHARE, "highest share of the memory limit"),
    /** Sites that the last version has and earlier ones did not. */
    NEW_SITES("new-sites", Unit.COUNT, "sites that came in the latest version"),
    /** Units that are unlike their siblings. */
    OUTLIERS("outliers", Unit.COUNT, "pods unlike their siblings");

    /** The unit of the amounts. */
    public enum Unit {
        /** A number. */
        COUNT,
        /** Nanoseconds. */
        TIME,
        /** Bytes. */
        SIZE,
        /** Thousandths. */
        SHARE
    }

    private final String id;
    private final Unit unit;
    private final String words;

    FleetMeasure(String id, Unit unit, String words) {
        this.id = id;
        this.unit = unit;
        this.words = words;
    }

    /** The stable id. */
    public String id() {
        return id;
    }

    /** The unit of the amounts. */
    public Unit unit() {
        return unit;
    }

    /** The description in reports. */
    public String words() {
        return words;
    }

    /** The measure with that id. */
    public static Optional<FleetMeasure> of(String id) {
        return Arrays.stream(values()).filter(measure -> measure.id.equals(id)).findFirst();
    }

    /** How many of the recordings of a service could tell. */
    long told(GroupSums sums) {
        return switch (this) {
            case PINS_PER_HOUR, PINNED_TIME_PER_HOUR, LONGEST_PIN, NEW_SITES, OUTLIERS -> sums.get(Counter.TOLD);
            case STARVED_TIME_PER_HOUR -> sums.get(Counter.CARRIERS_KNOWN);
            case FAILED_SUBMITS -> sums.get(Counter.SUBMITS_TOLD);
            case RSS -> {
                Distribution resident = sums.memory().get(Account.RESIDENT);
                yield resident == null ? 0 : resident.count();
            }
            case LIMIT_SHARE -> sums.ofLimit().count();
        };
    }

    /** What they must have recorded. */
    String needs() {
        return switch (this) {
            case PINS_PER_HOUR, PINNED_TIME_PER_HOUR, LONGEST_PIN, NEW_SITES, OUTLIERS -> "jdk.VirtualThreadPinned";
            case STARVED_TIME_PER_HOUR -> "jdk.VirtualThreadPinned and the number of carriers";
            case FAILED_SUBMITS -> "jdk.VirtualThreadSubmitFailed";
            case RSS -> "resident memory";
            case LIMIT_SHARE -> "the memory limit of their container";
        };
    }
}
