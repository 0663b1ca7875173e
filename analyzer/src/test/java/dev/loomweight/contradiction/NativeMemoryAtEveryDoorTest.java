package dev.loomweight.contradiction;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a recording of malloc shows: as much as the converter of async-profiler adds up, to the byte. */
class NativeMemoryAtEveryDoorTest {

    @ParameterizedTest
    @ValueSource(strings = {"memory", "report"})
    void whatWasNotFreedIsThatOfTheProgramAndOfTheProfiler(String question) {
        JsonObject report = Door.json(
                question, Door.FIXTURES.resolve("nativemem/malloc.jfr").toString());
        JsonObject total = Door.total(report, "nativeAllocations", "allocations1");
        List<JsonObject> rows = Door.rows(report, "nativeAllocations", "allocations1");

        assertThat(total.get("keptBytes").getAsLong()).isEqualTo(3_904_564);
        JsonObject buffers = rows.getFirst();
        assertThat(buffers.get("site").getAsString()).isEqualTo("Malloc.buffers");
        assertThat(buffers.get("blocksCount").getAsLong()).isEqualTo(37);
        assertThat(buffers.get("keptBytes").getAsLong()).isEqualTo(37 * 100_000);
        // Buffers are made in the first half of the time, and inflaters in the second.
        assertThat(buffers.get("keptEarlyBytes").getAsLong()).isEqualTo(37 * 100_000);
        JsonObject inflaters = rows.get(1);
        assertThat(inflaters.get("site").getAsString()).isEqualTo("Malloc.inflaters");
        assertThat(inflaters.get("library").getAsString()).isEqualTo("libzip.so");
        assertThat(inflaters.get("blocksCount").getAsLong()).isEqualTo(20);
        assertThat(inflaters.get("keptEarlyBytes").getAsLong()).isZero();
    }

    /** A fold keeps no blocks, and does not keep silent about it. */
    @ParameterizedTest
    @ValueSource(strings = {"memory", "report"})
    void aFoldSaysThatItHasTheNumberAlone(String question, @TempDir Path folder) {
        String recording = Door.FIXTURES.resolve("nativemem/malloc.jfr").toString();
        String fold = folder.resolve("malloc.lwf").toString();
        Door.text("fold", recording, "-o", fold);

        assertThat(Door.text(question, fold)).contains("a fold has the number, not who made them");
        assertThat(Door.text(question, recording)).doesNotContain("a fold has");
    }
}
