package dev.loomweight.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;

/** What runs inside a target brings nothing along, and asks for no module that a server's JDK may lack. */
class PlainJdkTest {

    private static final Set<String> ALLOWED =
            Set.of("java.base", "java.instrument", "java.management", "jdk.management", "jdk.jfr", "jdk.attach");

    @Test
    void theModuleNeedsNothingButAFewModulesOfTheJdk() throws Exception {
        String modules = jdeps("--print-module-deps", "--ignore-missing-deps");

        assertThat(Arrays.asList(modules.strip().split(",")))
                .isSubsetOf(ALLOWED)
                .contains("java.base");
    }

    @Test
    void noClassNamesALibrary() throws Exception {
        assertThat(jdeps("-verbose:package")
                        .lines()
                        .filter(line -> line.startsWith(" ") && line.contains("not found"))
                        // Annotations for the compiler; a JVM does not look for their classes.
                        .filter(line -> !line.contains("org.jspecify.annotations")))
                .as("packages that are not in the JDK")
                .isEmpty();
    }

    /** What jdeps prints of the module's classes. */
    private static String jdeps(String... options) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("--multi-release", "21"));
        arguments.addAll(List.of(options));
        arguments.add(Path.of(CaptureFolder.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI())
                .toString());
        StringWriter out = new StringWriter();
        PrintWriter printer = new PrintWriter(out);

        int status =
                ToolProvider.findFirst("jdeps").orElseThrow().run(printer, printer, arguments.toArray(String[]::new));

        assertThat(status).as(out.toString()).isZero();
        return out.toString();
    }
}
