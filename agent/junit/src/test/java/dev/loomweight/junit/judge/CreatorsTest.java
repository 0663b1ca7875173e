package dev.loomweight.junit.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.junit.spi.NewThreads;
import dev.loomweight.junit.spi.TestSpan;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Ids are as the JVM draws them: that of a thread, then, as a rule, that of its note. */
class CreatorsTest {

    private static final int ADD = 0;
    private static final int PAY = 1;

    /** The tests, which begin with the ids 1 and 2, and end with 98 and 99. */
    private static Creators creators(long[] add, long... pay) {
        return new Creators(Stream.of(new NewThreads(1, 98, add), new NewThreads(2, 99, pay))
                .map(threads -> new TestSpan(
                        "id" + threads.first(),
                        "test()",
                        "Cart",
                        "test",
                        1,
                        "main",
                        Instant.EPOCH,
                        Instant.EPOCH,
                        List.of(),
                        threads))
                .toList());
    }

    private static long[] notes(long... notes) {
        return notes;
    }

    @Test
    void aThreadIsOfTheTestThatNotesTheNextId() {
        Creators creators = creators(notes(4, 8), 6, 97);

        assertThat(creators.of(3)).containsExactly(ADD);
        assertThat(creators.of(5)).containsExactly(PAY);
        assertThat(creators.of(7)).containsExactly(ADD);
        assertThat(creators.of(96)).containsExactly(PAY);
    }

    @Test
    void ofAThreadThatNobodyNotedNothingIsKnown() {
        Creators creators = creators(notes(5), 20);

        assertThat(creators.of(3)).as("another's id follows").isEmpty();
        assertThat(creators.of(12)).isEmpty();
        assertThat(creators.of(50)).as("after all").isEmpty();
        assertThat(creators.of(5)).as("the id of a note").isEmpty();
    }

    @Test
    void ofTwoThatAreCreatedAtTheSameMomentEachCanBeOfEither() {
        // 3 and 4 are drawn, then 5 and 6 noted.
        Creators creators = creators(notes(5, 8), 6, 10);

        assertThat(creators.of(3)).containsExactly(ADD, PAY);
        assertThat(creators.of(4)).containsExactly(ADD, PAY);
        assertThat(creators.of(7)).as("the next").containsExactly(ADD);
        assertThat(creators.of(9)).as("the one after it").containsExactly(PAY);
    }

    @Test
    void aNoteThatComesLaterStillIsOfOneOfTheTwoBeforeItAndOfNoOther() {
        // 3 and 4 are drawn, 5 noted; 6 drawn, 7 noted; then 8 is noted.
        Creators creators = creators(notes(5, 7), 8);

        assertThat(creators.of(3)).containsExactly(ADD, PAY);
        assertThat(creators.of(4)).containsExactly(ADD, PAY);
        assertThat(creators.of(6)).containsExactly(ADD);
    }

    @Test
    void whatBeginsOrEndsDrawsAnIdToo() {
        Creators creators = new Creators(List.of(
                new TestSpan(
                        "a",
                        "a()",
                        "Cart",
                        "a",
                        1,
                        "main",
                        Instant.EPOCH,
                        Instant.EPOCH,
                        List.of(),
                        new NewThreads(1, 6, 4, 7)),
                new TestSpan(
                        "b",
                        "b()",
                        "Cart",
                        "b",
                        1,
                        "main",
                        Instant.EPOCH,
                        Instant.EPOCH,
                        List.of(),
                        new NewThreads(2, 20, 9))));

        // 5 is drawn, the test ends with 6, and 7 notes it, which does not make it late.
        assertThat(creators.of(3)).containsExactly(0);
        assertThat(creators.of(5)).isEmpty();
        assertThat(creators.of(8)).containsExactly(1);
    }
}
