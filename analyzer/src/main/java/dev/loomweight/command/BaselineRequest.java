package dev.loomweight.command;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The baselines of a check.
 *
 * @param classes where the class files of the baseline are; all else as for what is checked
 * @param save the file to save what is checked to, as a baseline for later checks, or null
 */
public record BaselineRequest(PinRequest classes, @Nullable Path save) {

    /** The class files of what is checked, and nothing to save. */
    static BaselineRequest of(PinRequest pins) {
        return new BaselineRequest(pins, null);
    }
}
