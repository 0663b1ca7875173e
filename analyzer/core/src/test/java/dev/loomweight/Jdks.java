package dev.loomweight;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;

/** The JDKs that tests look into, record with or start targets on; {@code scripts/test} names them. */
public final class Jdks {

    /** The two that every test of a target runs on: pins and memory differ between them. */
    public static final List<String> BOTH = List.of("loomweight.jdk21", "loomweight.jdk.newest");

    /** Those whose memory is measured: all that Loomweight reads. */
    public static final List<String> ALL =
            List.of("loomweight.jdk11", "loomweight.jdk17", "loomweight.jdk21", "loomweight.jdk.newest");

    private Jdks() {}

    /** The home that a property names; skips the test where it names none. */
    public static Path home(String property) {
        String home = System.getProperty(property, "");
        assumeTrue(
                !home.isEmpty(),
                "no JDK is named by -D" + property + "; scripts/test finds or fetches one and names it");
        return Path.of(home);
    }
}
