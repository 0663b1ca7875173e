package dev.loomweight.command;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The baselines of a check.
 *
 * @param classes the class files of the baseline; all else is as for what is checked
 * @param save the file to save what is checked to, as a baseline for later checks, or null
 */
public record BaselineRequest(
        EarlierClasses classes, @Nullable Path save) {

    /** Nothing is named, and nothing is saved. */
    static final BaselineRequest NONE = new BaselineRequest(EarlierClasses.NONE, null);
}
