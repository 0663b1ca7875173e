package dev.loomweight.report;

import org.jspecify.annotations.Nullable;

/** The version of the Loomweight that writes reports. */
public final class WriterVersion {

    private WriterVersion() {}

    /** The version, as the jar's manifest has it; null where classes are not from a jar. */
    public static @Nullable String get() {
        return WriterVersion.class.getPackage().getImplementationVersion();
    }
}
