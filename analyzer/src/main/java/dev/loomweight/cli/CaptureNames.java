package dev.loomweight.cli;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Default names of captures. */
final class CaptureNames {

    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);

    private CaptureNames() {}

    /** {@code NAME-DATE-TIME.lw} in the current directory; the ending of a jar is left out. */
    static Path dated(String name) {
        String stem = name.endsWith(".jar") ? name.substring(0, name.length() - 4) : name;
        return Path.of(stem.replaceAll("[^\\w.$-]", "_") + "-"
                + LocalDateTime.now(ZoneId.systemDefault()).format(STAMP) + ".lw");
    }
}
