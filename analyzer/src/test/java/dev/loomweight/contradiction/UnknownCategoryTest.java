package dev.loomweight.contradiction;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A category of NMT that a later JDK or a user adds is called by its name everywhere, and no sum lacks it. */
class UnknownCategoryTest {

    private static final String KNOWN = "Serviceability";
    private static final String UNKNOWN = "Quantum Tags 2";

    @TempDir
    private Path folder;

    private Path known;
    private Path unknown;

    @BeforeEach
    void rename() throws IOException {
        Path text = Door.fixtures("-summary.txt").stream()
                .filter(file -> has(file, KNOWN))
                .findFirst()
                .orElseThrow();
        String words = Files.readString(text, StandardCharsets.UTF_8);
        known = Files.writeString(folder.resolve("known.txt"), words);
        unknown = Files.writeString(folder.resolve("unknown.txt"), words.replace(KNOWN, UNKNOWN));
    }

    private static boolean has(Path file, String word) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8).contains(" " + word + " (");
        } catch (IOException e) {
            return false;
        }
    }

    private static List<String> categories(Path input) {
        return Door.rows(Door.json("memory", input.toString()), "nmt", "categories1").stream()
                .map(JsonObject::toString)
                .toList();
    }

    private static String total(Path input) {
        return Door.total(Door.json("memory", input.toString()), "nmt", "categories1")
                .toString();
    }

    @Test
    void itsRowIsThatOfTheCategoryThatItTakesThePlaceOf() {
        assertThat(categories(unknown))
                .containsExactlyInAnyOrderElementsOf(categories(known).stream()
                        .map(row -> row.replace(KNOWN, UNKNOWN))
                        .toList())
                .anyMatch(row -> row.contains(UNKNOWN));
        assertThat(total(unknown)).isEqualTo(total(known));
    }

    /** The parts of the process add up to the same, too. */
    @Test
    void whereMemoryIsHasTheSameSum() {
        assertThat(Door.total(Door.json("memory", unknown.toString()), "reconciliation", "memory1"))
                .isEqualTo(Door.total(Door.json("memory", known.toString()), "reconciliation", "memory1"));
    }

    @Test
    void aFoldHasItByItsName() {
        Path fold = folder.resolve("app.lwf");
        Door.text("fold", unknown.toString(), "-o", fold.toString());

        assertThat(categories(fold)).containsExactlyElementsOf(categories(unknown));
        assertThat(total(fold)).isEqualTo(total(known));
    }

    @Test
    void aComparisonHasItByItsName() {
        String changed = Door.json("diff", known.toString(), unknown.toString()).toString();

        assertThat(changed).contains(UNKNOWN).contains(KNOWN);
    }
}
