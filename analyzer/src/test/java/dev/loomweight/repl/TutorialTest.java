package dev.loomweight.repl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.cli.CliRun;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Every command of the tutorial runs, and gives what stands there. */
class TutorialTest {

    private static final Path PAGE = Path.of("../docs/tutorial.md");
    private static final Pattern BLOCK = Pattern.compile("```console\napp> ([^\n]+)\n(.*?)```", Pattern.DOTALL);

    @Test
    void theTutorialShowsWhatTheCommandsSay() throws Exception {
        Path folder = Files.createDirectories(Path.of("target/tutorial"));
        Path recording = folder.resolve("app.jfr");
        Files.deleteIfExists(recording);
        Files.copy(Path.of("src/test/resources/tutorial/app.jfr"), recording);
        String page = Files.readString(PAGE);
        StringBuilder actual = new StringBuilder();
        Matcher blocks = BLOCK.matcher(page);
        int commands = 0;
        while (blocks.find()) {
            String shown = run(recording, blocks.group(1)).replace(folder + "/", "");
            blocks.appendReplacement(
                    actual, Matcher.quoteReplacement("```console\napp> " + blocks.group(1) + "\n" + shown + "```"));
            commands++;
        }
        blocks.appendTail(actual);
        // To be looked at, and taken over if it is right.
        Files.writeString(folder.resolve("tutorial.md"), actual);

        assertThat(commands).isEqualTo(5);
        assertThat(actual.toString()).isEqualTo(page);
    }

    private static String run(Path recording, String command) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int status = CliRun.run(out, err, "repl", recording.toString(), "--source", "src/test/java", "-c", command);
        assertThat(status).as(command + ": " + err).isZero();
        return out.toString();
    }
}
