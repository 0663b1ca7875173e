package dev.loomweight.cli;

import dev.loomweight.fuzz.Law;
import dev.loomweight.kernel.option.Misuse;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Any bytes as a {@code loomweight.toml}. */
public final class CheckFileFuzz {

    private CheckFileFuzz() {}

    /** Reads an input. */
    public static void fuzzerTestOneInput(byte[] input) {
        Law.holdsForFile(input, "loomweight.toml", file -> {
            try {
                CheckFile.read(file);
            } catch (Misuse e) {
                Law.oneLine(String.valueOf(e.getMessage()));
            }
        });
    }

    /** Files as docs/check.md has them. */
    public static List<byte[]> seeds() {
        String all = """
                own = ["com.acme"]
                classpath = ["target/classes", "lib/*"]
                jdk = "/opt/jdk"
                carriers = 8
                ignore-class-init = true
                ignore-class-loading = true
                baseline = "main.json"
                margin = "10%"

                [budget]
                pins = 0
                rss = "512m"

                [budget.nmt-growth]
                Thread = "10m"

                [[suppress]]
                site = "com.acme.Cart.*"
                cause = "monitor"
                reason = "known"
                until = 2027-01-31
                """;
        return List.of(
                all.getBytes(StandardCharsets.UTF_8),
                "budget = { pins = 1, 'x' = '''y''' }\n[[suppress]]\nreason = \"\\u00e9\"\n"
                        .getBytes(StandardCharsets.UTF_8),
                "carriers = 0x_1\nmargin = nan\nuntil = 07:32:00.5\n".getBytes(StandardCharsets.UTF_8));
    }
}
