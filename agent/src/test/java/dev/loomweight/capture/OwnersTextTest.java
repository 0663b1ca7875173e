package dev.loomweight.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.capture.OwnersText.Lock;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What is written is read again, and what was cut short says so. */
class OwnersTextTest {

    private static final Instant TIME = Instant.parse("2026-11-23T04:05:06Z");

    @Test
    void whatIsWrittenIsRead() throws IOException {
        List<Long> many = LongStream.range(100, 455).boxed().toList();
        List<Lock> locks = List.of(
                new Lock("java.util.concurrent.Semaphore$FairSync", "1f", 0, 0, false, "", List.of(7L)),
                new Lock("java.util.concurrent.locks.ReentrantLock$NonfairSync", "abcdef01", 2, 18, true, "a b", many),
                new Lock("com.acme.Own", "0", -1, 19, false, "", List.of()));

        OwnersText read = read(written(locks));

        assertThat(read.locks()).isEqualTo(locks);
        assertThat(read.time()).isEqualTo(TIME);
        assertThat(read.complete()).isTrue();
        assertThat(read.unknown()).isEmpty();
    }

    @Test
    void aTextThatWasCutShortIsNotComplete() throws IOException {
        String text = written(List.of(
                new Lock("a.B", "1", 0, 0, false, "", List.of(7L, 8L)),
                new Lock("a.B", "2", 0, 9, false, "x", List.of(7L))));
        int body = text.indexOf("\nlock ") + 1;
        for (int end = body; end < text.length() - 1; end++) {
            assertThat(read(text.substring(0, end)).complete())
                    .as(text.substring(0, end))
                    .isFalse();
        }
    }

    /** A name is of the application's choice: it makes no line of its own. */
    @Test
    void aNameWithEndsOfLinesStaysAName() throws IOException {
        String name = "x\nlocks 0\rlock a.B@1 1\u2028owner 1 alive y";
        OwnersText read = read(written(List.of(new Lock("a.B", "1", 0, 9, false, name, List.of()))));

        assertThat(read.locks()).hasSize(1);
        assertThat(read.locks().getFirst().ownerName()).isEqualTo("x?locks 0?lock a.B@1 1?owner 1 alive y");
        assertThat(read.complete()).isTrue();
    }

    @Test
    void otherLinesAreKeptApart() {
        OwnersText read = read(OwnersText.TITLE + "\nowner 1 alive x\nsomething else\nlock x\nlocks 0\n");

        assertThat(read.locks()).isEmpty();
        assertThat(read.unknown()).containsExactly("owner 1 alive x", "something else", "lock x");
    }

    private static String written(List<Lock> locks) throws IOException {
        StringBuilder text = new StringBuilder();
        OwnersText.write(TIME, locks, text);
        return text.toString();
    }

    private static OwnersText read(String text) {
        OwnersText read = new OwnersText();
        text.lines().forEach(read::line);
        return read;
    }
}
