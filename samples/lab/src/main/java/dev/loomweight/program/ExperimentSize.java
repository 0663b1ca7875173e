package dev.loomweight.program;

import java.util.Locale;

/** The size of an experiment. */
public enum ExperimentSize {
    /** A quick smoke run, in seconds. */
    SHORT,
    /** Large enough for meaningful results, in less than two minutes on two processors. */
    NORMAL,
    /** The published size. */
    FULL;

    /** Its name on the command line. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** One of three values, by size. */
    <T> T of(T small, T normal, T full) {
        return switch (this) {
            case SHORT -> small;
            case NORMAL -> normal;
            case FULL -> full;
        };
    }
}
