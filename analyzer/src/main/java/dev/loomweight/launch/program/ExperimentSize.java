package dev.loomweight.launch.program;

import java.util.Locale;

/** How large an experiment is run. */
public enum ExperimentSize {
    /** To see that it runs, in seconds. */
    SHORT,
    /** Large enough to judge by, in less than two minutes on two processors. */
    NORMAL,
    /** As it was published. */
    FULL;

    /** The word for it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** One of three values, by the size. */
    <T> T of(T small, T normal, T full) {
        return switch (this) {
            case SHORT -> small;
            case NORMAL -> normal;
            case FULL -> full;
        };
    }
}
