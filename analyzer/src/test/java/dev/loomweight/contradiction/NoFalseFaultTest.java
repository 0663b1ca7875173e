package dev.loomweight.contradiction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.cli.CliRun;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Of all dumps, recordings and captures among the fixtures, those of programs with a known fault have one, and no other. */
class NoFalseFaultTest {

    private static final Set<String> OF_SHOP = Set.of("hikaricp-pins", "httpclient4-pins", "pgjdbc-pins");

    /** What has some, as its README says of what it was made; those in {@code faults} are tried by a test of their own. */
    private static final Map<String, Set<String>> WITH_FAULT = Map.of(
            "advice/pgjdbc-42.5.4-jdk21.jfr",
            Set.of("pgjdbc-pins"),
            "dumps/overlooked",
            Set.of("JDK-8373118"),
            "dumps/pollers",
            Set.of("JDK-8371045"),
            "first-screen/spring-21",
            OF_SHOP,
            "stacks/shop-jdk21.jfr.gz",
            OF_SHOP);

    private static final Pattern ID = Pattern.compile(" known fault ([^ ]+): ");

    private static final Path FAULTS = Door.FIXTURES.resolve("dumps/faults");

    /** Each recording, each capture, and each folder with texts or dumps; without what is in a capture. */
    private static List<Path> inputs() throws IOException {
        List<Path> captures =
                Door.fixtures("capture.json").stream().map(Path::getParent).toList();
        List<Path> inputs = new ArrayList<>(captures);
        for (Path file : Door.fixtures(".jfr", ".json", ".txt", ".json.gz", ".jfr.gz", ".log")) {
            Path input = file.toString().contains(".jfr") ? file : file.getParent();
            if (captures.stream().noneMatch(file::startsWith) && !file.startsWith(FAULTS)) {
                inputs.add(input);
            }
        }
        return inputs.stream().distinct().sorted().toList();
    }

    private static String name(Path input) {
        return Door.FIXTURES.relativize(input).toString().replace('\\', '/');
    }

    @Test
    void onlyProgramsWithAFaultHaveOne() throws IOException {
        Map<String, Set<String>> found = new TreeMap<>();
        int answered = 0;
        for (Path input : inputs()) {
            StringWriter out = new StringWriter();
            StringWriter err = new StringWriter();
            int status = CliRun.run(out, err, "faults", "--format", "json", input.toString());
            // What is damaged, or of no subject, has no answer.
            if (out.toString().isEmpty()) {
                assertThat(status).as(input + ": " + err).isEqualTo(1);
                continue;
            }
            answered++;
            Matcher id = ID.matcher(out.toString());
            while (id.find()) {
                found.computeIfAbsent(name(input), key -> new TreeSet<>()).add(id.group(1));
            }
        }
        assertThat(answered).isGreaterThan(40);
        assertThat(found).isEqualTo(WITH_FAULT);
    }

    /** So that the test above cannot leave all out. */
    @Test
    void theFixturesWithFaultsAreThere() throws IOException {
        try (Stream<Path> programs = Files.list(FAULTS)) {
            assertThat(programs.filter(Files::isDirectory)).hasSizeGreaterThanOrEqualTo(2);
        }
        WITH_FAULT
                .keySet()
                .forEach(name -> assertThat(Door.FIXTURES.resolve(name)).exists());
    }
}
