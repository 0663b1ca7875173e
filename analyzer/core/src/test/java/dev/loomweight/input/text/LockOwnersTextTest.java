package dev.loomweight.input.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.capture.OwnersText;
import dev.loomweight.capture.OwnersText.Lock;
import dev.loomweight.input.text.lines.LineCursor;
import dev.loomweight.input.text.lines.TextRead;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.LockOwners;
import dev.loomweight.sample.Dumps.LockOwners.Owned;
import dev.loomweight.sample.Dumps.LockOwners.Owner;
import java.io.IOException;
import java.io.StringReader;
import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What the agent writes is read again, and what was cut short says so. */
class LockOwnersTextTest {

    private static final Instant TIME = Instant.parse("2026-11-23T04:05:06Z");

    @Test
    void whatIsWrittenIsRead() throws IOException {
        List<Long> many = LongStream.range(100, 455).boxed().toList();
        String semaphore = "java.util.concurrent.Semaphore$FairSync";
        String reentrant = "java.util.concurrent.locks.ReentrantLock$NonfairSync";

        TextRead read = read(written(
                List.of(
                        new Lock(semaphore, "1f", 0, 0, false, "", List.of(7L), List.of(), List.of()),
                        new Lock(reentrant, "abcdef01", 2, 18, true, "a b", many, many.subList(0, 2), many),
                        new Lock("com.acme.Own", "0", -1, 19, false, "", List.of(), List.of(), List.of())),
                many));

        assertThat(owners(read).locks())
                .containsExactly(
                        new Owned(new DumpedThread.Lock(semaphore, "1f"), null, 0, List.of(7L)),
                        new Owned(
                                new DumpedThread.Lock(reentrant, "abcdef01"),
                                new Owner(18, "a b", true),
                                2,
                                many,
                                many.subList(0, 2),
                                many),
                        new Owned(new DumpedThread.Lock("com.acme.Own", "0"), new Owner(19, "", false), -1, List.of()));
        assertThat(owners(read).woken()).isEqualTo(many);
        assertThat(owners(read).moved()).containsExactly(7L);
        assertThat(owners(read).time()).isEqualTo(TIME);
        assertThat(read.notes()).isEmpty();
    }

    @Test
    void aTextThatWasCutShortSaysSo() throws IOException {
        String text = written(
                List.of(
                        new Lock("a.B", "1", 0, 0, false, "", List.of(7L, 8L), List.of(), List.of()),
                        new Lock("a.B", "2", 0, 9, false, "x", List.of(7L), List.of(), List.of())),
                List.of(7L, 8L));
        int body = text.indexOf("\nlock ") + 1;
        for (int end = body; end < text.length() - 1; end++) {
            assertThat(read(text.substring(0, end)).notes())
                    .as(text.substring(0, end))
                    .anyMatch(note -> note.contains("truncated"));
        }
    }

    /** A name is of the application's choice: it makes no line of its own. */
    @Test
    void aNameWithEndsOfLinesStaysAName() throws IOException {
        String name = "x\nlocks 0\rlock a.B@1 1\u2028owner 1 alive y";
        TextRead read = read(
                written(List.of(new Lock("a.B", "1", 0, 9, false, name, List.of(), List.of(), List.of())), List.of()));

        assertThat(owners(read).locks())
                .containsExactly(new Owned(
                        new DumpedThread.Lock("a.B", "1"),
                        new Owner(9, "x?locks 0?lock a.B@1 1?owner 1 alive y", false),
                        0,
                        List.of()));
        assertThat(read.notes()).isEmpty();
    }

    @Test
    void otherLinesAreNoted() {
        TextRead read = read(OwnersText.TITLE + "\nowner 1 alive x\nsomething else\nlock x\nlocks 0\n");

        assertThat(owners(read).locks()).isEmpty();
        assertThat(read.notes()).singleElement().asString().startsWith("unknown lines in owners.txt: 3");
    }

    private static String written(List<Lock> locks, List<Long> woken) throws IOException {
        StringBuilder text = new StringBuilder();
        OwnersText.write(new OwnersText.Read(TIME, locks, woken, List.of(7L)), text);
        return text.toString();
    }

    private static TextRead read(String text) {
        return TextFormat.OWNERS.read(new LineCursor(new StringReader(text), "owners.txt"));
    }

    private static LockOwners owners(TextRead read) {
        return (LockOwners) read.samples().getFirst();
    }
}
