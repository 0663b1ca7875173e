package dev.loomweight.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.Jdks;
import dev.loomweight.launch.RunPrograms;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs in Go under capture, on machines that have Go, that have none, and where it does not build. */
@Tag("applications")
class GoExperimentTest {

    private static final String PROPERTY = "loomweight.go";

    @TempDir
    private Path folder;

    @BeforeAll
    static void nameTheSamples() throws Exception {
        ShortRuns.nameTheSamples();
    }

    @AfterEach
    void forget() {
        System.clearProperty(PROPERTY);
    }

    @Test
    void goroutinesAreMeasuredWhereGoIs() throws Exception {
        assertThat(run().failures()).isEmpty();

        for (String key : List.of("goFew", "goMany")) {
            if (goIsOnThePath()) {
                assertThat(Long.parseLong(figure(key, "NANOS"))).isPositive();
            } else {
                assertThat(figure(key, "ABSENT")).isEqualTo("go not found");
            }
        }
    }

    @Test
    void aBuildThatFailsSaysWhyAndLeavesNothing() throws Exception {
        Path fake = folder.resolve("go");
        Path where = folder.resolve("where");
        Files.writeString(fake, "#!/bin/sh\npwd >" + where + "\necho '# x'\necho ./main.go:3: broken\nexit 1\n");
        Files.setPosixFilePermissions(fake, PosixFilePermissions.fromString("rwxr-xr-x"));
        System.setProperty(PROPERTY, fake.toString());

        RunPrograms.SeriesResult outcome = run();

        assertThat(outcome.failures())
                .singleElement()
                .asString()
                .startsWith("run 2 (tasks-go, JDK ")
                .contains("go build failed: ./main.go:3: broken");
        assertThat(Path.of(Files.readString(where).strip())).doesNotExist();
        // What was measured in Java stands for itself.
        assertThat(Long.parseLong(figure("plainVirtualMany", "NANOS"))).isPositive();
    }

    @Test
    void withoutGoItsFiguresAreAbsentAndAllOthersAreThere() throws Exception {
        System.setProperty(PROPERTY, folder.resolve("none").toString());
        assertThat(run().failures()).isEmpty();

        assertThat(figure("goFew", "ABSENT")).isEqualTo("go not found");
        assertThat(figure("goMany", "ABSENT")).isEqualTo("go not found");
        for (String key : List.of("platformFew", "virtualFew", "platformMany", "virtualMany")) {
            String plain = "plain" + Character.toUpperCase(key.charAt(0)) + key.substring(1);
            assertThat(Long.parseLong(figure(key, "NANOS"))).as(key).isPositive();
            assertThat(Long.parseLong(figure(plain, "NANOS"))).as(plain).isPositive();
        }
    }

    private RunPrograms.SeriesResult run() {
        return RunPrograms.run(
                ShortRuns.request(folder, "tasks", 1, 0, Jdks.home(Jdks.BOTH.getLast())), step -> {}, () -> false);
    }

    private String figure(String key, String unit) throws Exception {
        Pattern pattern = Pattern.compile(
                "\"key\":\\s*\"" + key + "\",\\s*\"unit\":\\s*\"" + unit + "\",\\s*\"value\":\\s*\"([^\"]*)\"");
        try (Stream<Path> captures = Files.list(folder.resolve("tasks.lw"))) {
            for (Path capture : captures.toList()) {
                Matcher matcher = pattern.matcher(Files.readString(capture.resolve("capture.json")));
                if (matcher.find()) {
                    return matcher.group(1);
                }
            }
        }
        throw new AssertionError("no figure " + key + " in " + unit + " in " + folder.resolve("tasks.lw"));
    }

    private static boolean goIsOnThePath() {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "go")));
    }
}
