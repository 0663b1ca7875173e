package dev.loomweight.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomweight.capture.DataException;
import dev.loomweight.command.CheckOptions;
import dev.loomweight.command.ClassOptions;
import dev.loomweight.fleet.budget.Limit;
import dev.loomweight.fleet.budget.Suppression;
import dev.loomweight.kernel.option.Misuse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CheckFileTest {

    @TempDir
    private Path folder;

    @Test
    void everyKeyIsTaken() throws IOException {
        CheckFile file = read("""
                own = ["com.acme", "org.acme"]
                classpath = ["target/classes"]
                jdk = "/jdks/21"
                carriers = 4
                ignore-class-init = true
                ignore-class-loading = true
                baseline = "main.lw"
                margin = "12.5%"

                [budget]
                pins = 3
                pinned-time = "100ms"
                longest-pin = "0"
                rss = "512m"
                rss-growth = "4k"
                pins-by-cause.nativeCall = 1
                category-growth."Java Heap" = "10m"

                [budget.pinned-time-by-cause]
                classInitializer = "2s"

                [[suppress]]
                site = "com.acme.Legacy.*"
                cause = "nativeCall"
                reason = "the driver's; ACME-12"
                until = 2027-01-31

                [[suppress]]
                budget = "rss"
                reason = "the cache"

                [tests]
                every = true
                at-most = 2
                longest = "1.5ms"
                own = ["com.acme.shop"]
                include-class-loading = true
                """);

        assertThat(file.tests())
                .isEqualTo(new TestsTable(true, 2L, Duration.ofNanos(1_500_000), List.of("com.acme.shop"), true));
        assertThat(file.options().get(CheckOptions.LIMITS))
                .containsExactlyInAnyOrder(
                        Limit.of(CheckOptions.FIGURES, "pins", 3),
                        Limit.of(CheckOptions.FIGURES, "pinned-time", 100_000_000),
                        Limit.of(CheckOptions.FIGURES, "longest-pin", 0),
                        Limit.of(CheckOptions.FIGURES, "rss", 512L << 20),
                        Limit.of(CheckOptions.FIGURES, "rss-growth", 4096),
                        Limit.of(CheckOptions.FIGURES, "pins-by-cause.nativeCall", 1),
                        Limit.of(CheckOptions.FIGURES, "category-growth.Java Heap", 10L << 20),
                        Limit.of(CheckOptions.FIGURES, "pinned-time-by-cause.classInitializer", 2_000_000_000));
        assertThat(file.options().get(CheckOptions.SUPPRESSED))
                .containsExactly(
                        new Suppression(
                                "com.acme.Legacy.*",
                                "nativeCall",
                                "",
                                "the driver's; ACME-12",
                                LocalDate.parse("2027-01-31")),
                        new Suppression("", "", "rss", "the cache", null));
        assertThat(file.options().get(ClassOptions.OWN)).containsExactly("com.acme", "org.acme");
        assertThat(file.options().get(ClassOptions.CLASSPATH))
                .containsExactly(folder.resolve("target/classes").toString());
        assertThat(file.options().get(ClassOptions.JDK)).isEqualTo(Path.of("/jdks/21"));
        assertThat(file.options().get(ClassOptions.CARRIERS)).isEqualTo(4);
        assertThat(file.options().get(CheckOptions.IGNORE_INITIALIZATION)).isTrue();
        assertThat(file.options().get(CheckOptions.IGNORE_LOADING)).isTrue();
        assertThat(file.options().get(CheckOptions.BASELINE)).containsExactly(folder.resolve("main.lw"));
        assertThat(CheckOptions.margin(file.options())).isEqualTo(0.125);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            value = {
                "[tests]|at-most = -1 # 2: at-most must be 0 or more",
                "[tests]|longest = 20 # 2: longest must be a duration in quotes, such as \"20ms\"",
                "[tests]|longest = \"20\" # 2: longest: invalid duration '20'; expected for example 500ms, 2s or 1m",
                "[tests]|evry = true # 2: unknown key \"evry\" in [tests]; did you mean every?",
                "budgets.pins = 0 # 1: unknown key \"budgets\"; did you mean budget?",
                "|[budget]|pinss = 0 # 3: unknown budget \"pinss\"; did you mean pins?",
                "[budget]|memory = 0 # 2: unknown budget \"memory\"; expected one of pins, ",
                "[budget]|pins.a = 0 # 2: pins must be a number",
                "[budget]|pins = -1 # 2: pins: invalid number '-1'; expected 0 or more",
                "[budget]|pins = 1.5 # 2: pins must be a number, or an amount in quotes",
                "[budget]|pinned-time = 100 # 2: pinned-time: invalid duration '100'; expected for example 500ms, 2s or 1m",
                "[budget]|rss = 512 # 2: rss: size '512' has no unit; expected for example 512k, 512m or 512g, or 512b for bytes",
                "[budget]|growth.mappedFiles = \"512\" # 2: growth.mappedFiles: size '512' has no unit; expected for example",
                "[budget]|rss = \"much\" # 2: rss: invalid size 'much'; expected for example 512k, 1m or 1g",
                "[budget]|pins-by-cause = 3 # 2: budget \"pins-by-cause\" needs a suffix; write pins-by-cause.CAUSE",
                "[budget]|pins-by-cause.nativeCal = 3 # 2: unknown cause \"nativeCal\"; did you mean nativeCall?",
                "[[suppress]]|site = \"a.B.c\" # 1: a suppression needs a reason: reason = \"...\"",
                "[[suppress]]|reason = \"r\" # 1: a suppression needs either a site or a budget",
                "[[suppress]]|site = \"a\"|reson = \"r\" # 3: unknown key \"reson\" in [[suppress]]; did you mean reason?",
                "[[suppress]]|site = \"a\"|reason = \"r\"|until = \"2027-01-31\" # 4: until must be a date without quotes",
                "carriers = 0 # 1: carriers must be 1 or more",
                "margin = \"much\" # 1: margin: invalid percentage 'much'; expected for example 10%",
                "own = [\"a\", 1] # 1: own must be a list of strings in quotes",
                "own = \"a\" # 1: own must be a list",
                "pins = # 1: Unexpected end of",
            })
    void aMistakeIsSaidWithItsLine(String toml, String message) {
        assertThatThrownBy(() -> read(toml.replace('|', '\n')))
                .isInstanceOf(Misuse.class)
                .hasMessageStartingWith(folder.resolve("loomweight.toml") + ":" + message);
    }

    @Test
    void aFileThatIsNotThereIsBadData() {
        assertThatThrownBy(() -> CheckFile.read(folder.resolve("none.toml")))
                .isInstanceOf(DataException.class)
                .hasMessageStartingWith("cannot read ");
    }

    private CheckFile read(String toml) throws IOException {
        return CheckFile.read(Files.writeString(folder.resolve("loomweight.toml"), toml));
    }
}
