package dev.loomweight.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.Tools;
import dev.loomweight.cli.CliRun;
import dev.loomweight.cli.CommandModel;
import dev.loomweight.completion.CommandNode;
import dev.loomweight.completion.Shell;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Completions in real shells, and man pages in groff, as they are made from the commands. */
@Tag("installed")
class CompletionsTest {

    private static final CommandNode ROOT = CommandModel.node();

    @TempDir
    private static Path folder;

    /** Files to be completed: a recording, a capture and a folder. */
    private static Path work = Path.of("");

    @BeforeAll
    static void write() throws IOException {
        Files.createDirectories(folder.resolve("zsh"));
        // As the command prints them.
        for (Shell shell : Shell.values()) {
            StringWriter out = new StringWriter();
            CliRun.run(out, new StringWriter(), "completion", shell.toString());
            Files.writeString(
                    folder.resolve(shell == Shell.ZSH ? "zsh/" + shell.file() : shell.file()), out.toString());
        }
        work = Files.createDirectories(folder.resolve("work"));
        Files.writeString(work.resolve("app one.jfr"), "");
        Files.createDirectories(work.resolve("app.lw"));
    }

    /**
     * A line up to the cursor, and what completes its last word.
     *
     * @param exact whether nothing else completes it
     */
    record Case(String line, boolean exact, List<String> completions) {

        static Case of(String line, String... completions) {
            return new Case(line, true, List.of(completions));
        }

        static Case among(String line, String... completions) {
            return new Case(line, false, List.of(completions));
        }

        List<String> words() {
            return Arrays.asList(line.split(" ", -1));
        }
    }

    static Stream<Case> cases() {
        String[] formats = option("pins", "--format").values().toArray(String[]::new);
        return Stream.of(
                Case.of(
                        "loomweight ",
                        ROOT.commands().stream().map(CommandNode::name).toArray(String[]::new)),
                Case.of("loomweight pi", "pins"),
                Case.of("loomweight --debug pi", "pins"),
                Case.of("loomweight nothing-begins-so"),
                Case.of("loomweight lab slee", "sleepers"),
                Case.of("loomweight help pi", "pins"),
                Case.of("loomweight fold --lab", "--label"),
                Case.of("loomweight pins --form", "--format"),
                Case.of("loomweight pins --format ", formats),
                Case.of(
                        "loomweight pins --format js",
                        Stream.of(formats).filter(f -> f.startsWith("js")).toArray(String[]::new)),
                Case.among(
                        "loomweight pins --cause ",
                        option("pins", "--cause").values().toArray(String[]::new)),
                Case.of("loomweight pins --top "),
                Case.of("loomweight pins app", "app one.jfr", "app.lw"),
                Case.of("loomweight pins --jdk app", "app.lw"),
                Case.of("loomweight pins --format json app", "app one.jfr", "app.lw"),
                Case.of("loomweight lab sleepers --threa", threadOptions()),
                Case.of("loomweight run sleepers --threa", threadOptions()));
    }

    private static String[] threadOptions() {
        return sub(sub(ROOT, "lab"), "sleepers").options().stream()
                .flatMap(option -> option.names().stream())
                .filter(name -> name.startsWith("--threa"))
                .toArray(String[]::new);
    }

    private static CommandNode.Argument option(String command, String name) {
        return sub(ROOT, command).options().stream()
                .filter(option -> option.names().contains(name))
                .findFirst()
                .orElseThrow();
    }

    private static CommandNode sub(CommandNode command, String name) {
        return command.commands().stream()
                .filter(below -> below.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void bash(Case asked) throws Exception {
        // What readline does: it parts words, and calls the function that is registered.
        List<String> command = new ArrayList<>(List.of(
                "bash",
                "--norc",
                "-euc",
                """
                source "$1"; shift
                [[ $(complete -p loomweight) == 'complete -F _loomweight loomweight' ]]
                COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE="$*"
                _loomweight
                ((${#COMPREPLY[@]} == 0)) || printf '%s\\n' "${COMPREPLY[@]}"
                """,
                "bash",
                folder.resolve("loomweight.bash").toString()));
        command.addAll(asked.words());
        check(
                asked,
                run(command).lines().map(line -> line.replaceFirst("/$", "")).toList());
    }

    @Test
    void bashPartsAnOptionFromItsValue() throws Exception {
        String text = run(List.of(
                "bash",
                "--norc",
                "-euc",
                """
                source "$1"
                COMP_WORDS=(loomweight pins --format = ma) COMP_CWORD=4; _loomweight; printf '%s\\n' "${COMPREPLY[@]}"
                COMP_WORDS=(loomweight pins --format =) COMP_CWORD=3; _loomweight; printf '%s\\n' "${#COMPREPLY[@]}"
                COMP_WORDS=(loomweight pins --cause NONE,Fram) COMP_CWORD=3; _loomweight; printf '%s\\n' "${#COMPREPLY[@]}"
                COMP_WORDS=(loomweight run -- java -jar app) COMP_CWORD=5; _loomweight; printf '%s\\n' "${COMPREPLY[@]}"
                """,
                "bash",
                folder.resolve("loomweight.bash").toString()));
        assertThat(text.lines())
                .containsExactly(
                        "markdown", option("pins", "--format").values().size() + "", "0", "app one.jfr", "app.lw");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void fish(Case asked) throws Exception {
        Tools.require("fish");
        String text = run(List.of(
                "fish",
                "--no-config",
                "-c",
                "source $argv[1]; complete -C $argv[2]",
                folder.resolve("loomweight.fish").toString(),
                asked.line()));
        check(
                asked,
                text.lines()
                        .map(line -> line.replaceFirst("\t.*", "")
                                .replaceFirst("/$", "")
                                .replace("\\ ", " "))
                        .toList());
    }

    private static void check(Case asked, List<String> found) {
        if (asked.exact()) {
            assertThat(new TreeSet<>(found)).containsExactlyElementsOf(new TreeSet<>(asked.completions()));
        } else {
            assertThat(found).containsAll(asked.completions());
        }
    }

    /** A terminal in which a tab is pressed; zsh lists what it finds. */
    @Test
    void zsh() throws Exception {
        Tools.require("zsh");
        run(List.of("zsh", "-fn", folder.resolve("zsh/_loomweight").toString()));
        String text =
                run(List.of("zsh", "-fc", """
                zmodload zsh/zpty
                zpty z zsh -fi
                ask() {
                  zpty -w z "$1"
                  zpty -r -m z got "*$2*" && print -r -- "$got"
                }
                ask "PS1=; stty -echo; unset zle_bracketed_paste; fpath=($1 \\$fpath); autoload -Uz compinit; compinit -u -d $1/dump; zstyle ':completion:*' list-separator '#'; LISTMAX=1000; cd $2; print re''ady" ready
                zpty -w z $'loomweight pins --format mar\\t; print -r one""two'
                zpty -r -m z got '*onetwo*' ; print -r -- "$got"
                zpty -w z $'loomweight lab sleepe\\t; print -r three""four'
                zpty -r -m z got '*threefour*' ; print -r -- "$got"
                zpty -w z $'loomweight pins app.\\t; print -r five""six'
                zpty -r -m z got '*fivesix*' ; print -r -- "$got"
                zpty -d z
                """, "zsh", folder.resolve("zsh").toString(), work.toString()));
        assertThat(text)
                .contains("loomweight pins --format markdown", "loomweight lab sleepers", "loomweight pins app.lw/");
    }

    @Test
    void everyOptionIsInEveryScript() throws Exception {
        for (String file : List.of("loomweight.bash", "zsh/_loomweight")) {
            String script = Files.readString(folder.resolve(file));
            ROOT.all()
                    .flatMap(command -> command.options().stream())
                    .flatMap(option -> option.names().stream())
                    .forEach(name -> assertThat(script).contains(name));
        }
    }

    @Test
    void manPagesHaveEveryOptionAndNoWarnings() throws Exception {
        Tools.require("groff");
        ManPages pages = new ManPages("0.2.0", "2026-11-23");
        for (CommandNode command : ROOT.all().toList()) {
            Path page = folder.resolve(ManPages.name(command) + ".1");
            Files.writeString(page, pages.page(command, ROOT));
            String text =
                    run(List.of("groff", "-ww", "-rF0", "-man", "-Tutf8", "-P-c", "-P-b", "-P-u", page.toString()));
            assertThat(text).doesNotContain("warning:", "error:").contains("NAME", "SYNOPSIS", "EXIT STATUS");
            for (CommandNode.Argument option : command.options()) {
                assertThat(text).contains(option.names());
                option.values()
                        .forEach(value ->
                                assertThat(text.replaceAll("\\s+", " ")).contains(value));
            }
        }
    }

    private static String run(List<String> command) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(command).directory(work.toFile());
        builder.environment().put("LC_ALL", "C.UTF-8");
        builder.environment().put("HOME", folder.toString());
        builder.environment().put("TERM", "dumb");
        return Tools.run(builder, folder, Duration.ofMinutes(1));
    }
}
