package dev.loomweight.memory.growth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.memory.Place;
import dev.loomweight.sample.JvmTexts.ClassHistogram;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Live objects by place, by classes as {@code instances/bytes} at each moment. */
class ObjectsOverTimeTest {

    private static ClassHistogram.Line line(String className, String amounts) {
        String[] parts = amounts.split("/", -1);
        return new ClassHistogram.Line(className, "", Long.parseLong(parts[0]), Long.parseLong(parts[1]));
    }

    private static ObjectsOverTime of(String className, String amounts) {
        List<ClassHistogram> histograms = Arrays.stream(amounts.split(" ", -1))
                .map(one -> new ClassHistogram(List.of(line(className, one)), 0, 0))
                .toList();
        return new ObjectsOverTime(histograms, new long[histograms.size()]);
    }

    private static String text(long[] amounts) {
        return String.join(" ", LongStream.of(amounts).mapToObj(Long::toString).toList());
    }

    /** Small is less than 512 bytes: of what came or went, or of all where that says nothing. */
    @ParameterizedTest(name = "{0}: small {1}, other {2}")
    @CsvSource({
        "10/1000 20/2000,        1000 2000, 0 0",
        "10/5120 20/10240,       0 0,       5120 10240",
        "10/5119 20/10229,       5119 10229, 0 0",
        "10/1000 11/1001000,     1000 1000, 0 1000000",
        "1/1000000 1001/1100000, 0 100000,  1000000 1000000",
        "10/1000 0/0,            1000 0,    0 0",
        // Fewer objects with more bytes: by the size of all.
        "10/1000 5/2000,         1000 2000, 0 0",
        "10/1000 5/10000,        1000 1000, 0 9000",
        "10/1000 10/1000,        1000 1000, 0 0",
        "0/0 10/1000,            0 1000,    0 0",
        "10/1000 20/2000 21/502000, 1000 2000 2000, 0 0 500000",
    })
    void smallAndOtherObjects(String amounts, String small, String other) {
        ObjectsOverTime objects = of("com.acme.Order", amounts);

        assertThat(text(objects.bytes(Place.SMALL_OBJECTS))).isEqualTo(small);
        assertThat(text(objects.bytes(Place.HEAP))).isEqualTo(other);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "java.lang.VirtualThread,                    VIRTUAL_THREADS",
        "jdk.internal.vm.StackChunk,                 VIRTUAL_THREADS",
        "java.lang.Thread,                           SMALL_OBJECTS",
        "com.acme.Order,                             SMALL_OBJECTS",
        "[Ljdk.internal.vm.FillerElement;,           ''",
    })
    void thePlaceOfAClass(String className, String place) {
        ObjectsOverTime objects = of(className, "10/1000 20/2000");

        for (Place one : List.of(Place.HEAP, Place.SMALL_OBJECTS, Place.VIRTUAL_THREADS)) {
            assertThat(text(objects.bytes(one))).isEqualTo(one.name().equals(place) ? "1000 2000" : "0 0");
        }
    }

    @Test
    void howManyCame() {
        assertThat(of("com.acme.Order", "10/1000 25/2000").came("com.acme.Order"))
                .isEqualTo(15);
        assertThat(of("com.acme.Order", "10/1000 25/2000").came("com.acme.Cart"))
                .isZero();
    }

    /**
     * Of 4000 strings and arrays that came, as many as the JVM's table has more are interned, of mean size: 24 and 32 bytes.
     */
    @ParameterizedTest(name = "{0} interned: {1} bytes, {2} strings of others came")
    @CsvSource({"2000, 112000, 2000", "1000, 56000, 3000", "999, 0, 4000", "0, 0, 4000", "5000, 224000, 0"})
    void internedStrings(long strings, long bytes, long others) {
        List<ClassHistogram> histograms = new ArrayList<>();
        for (long count : new long[] {5000, 9000, 9000}) {
            histograms.add(new ClassHistogram(
                    List.of(
                            new ClassHistogram.Line("java.lang.String", "", count, count * 24),
                            new ClassHistogram.Line("[B", "", count, count * 32)),
                    0,
                    0));
        }
        ObjectsOverTime objects = new ObjectsOverTime(histograms, new long[] {0, strings, strings});

        assertThat(objects.interned()).containsExactly(0, bytes, bytes);
        assertThat(objects.came("java.lang.String")).isEqualTo(others);
        assertThat(objects.bytes(Place.SMALL_OBJECTS)).containsExactly(5000 * 56, 9000 * 56 - bytes, 9000 * 56 - bytes);
        assertThat(ObjectsOverTime.strings(histograms.getFirst(), histograms.getLast()))
                .isEqualTo(4000);
    }

    private static ClassHistogram strings(long instances, long bytesEach) {
        return new ClassHistogram(
                List.of(
                        new ClassHistogram.Line("java.lang.String", "", instances, 24 * 5000),
                        new ClassHistogram.Line("[B", "", instances, bytesEach * instances)),
                0,
                0);
    }

    /** From one moment to the next, as many as the JVM's table has more since the moment before. */
    @Test
    void stringsInternedInSeveralIntervals() {
        ObjectsOverTime objects = new ObjectsOverTime(
                List.of(strings(5000, 32), strings(9000, 32), strings(13_000, 32)), new long[] {0, 2000, 5000});

        assertThat(objects.interned()).containsExactly(0, 2000 * 32, 5000 * 32);
        assertThat(objects.came("[B")).isEqualTo(3000);
        // Strings that came without bytes of their own are damage: nothing is taken of them.
        assertThat(objects.came("java.lang.String")).isEqualTo(8000);
    }

    /** The interval with the largest growth decides where a class grew, of two that are equal the first. */
    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "100/10000 200/20000 201/50000,           HEAP",
        "100/10000 200/20000 201/25000,           SMALL_OBJECTS",
        "100/10000 200/20000 201/30000,           SMALL_OBJECTS",
        "100/10000 101/20000 201/30000,           HEAP",
        "100/10000 101/13000 201/23000,           SMALL_OBJECTS",
        "100/10000 90/1000 91/10000 191/20000,    SMALL_OBJECTS",
        "100/10000 101/20000 100/10000,           ''",
        "100/10000 200/20000 100/9999,            ''",
        "100/10000 100/10000,                     ''",
    })
    void whereAClassGrewMost(String amounts, String place) {
        ObjectsOverTime objects = of("com.acme.Order", amounts);

        for (Place one : List.of(Place.HEAP, Place.SMALL_OBJECTS, Place.VIRTUAL_THREADS)) {
            assertThat(objects.grownMost(one).isEmpty()).isEqualTo(!one.name().equals(place));
        }
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', textBlock = """
            100/10000 200/20240  | com.acme.Order by 10 KB (100 more)
            100/10000 101/10001  | com.acme.Order by 1 B (1 more)
            100/10000 1100/20240 | com.acme.Order by 10 KB (1,000 more)
            100/10000 100/20240  | com.acme.Order by 10 KB (no more objects)
            100/10000 90/20240   | com.acme.Order by 10 KB (no more objects)
            """)
    void whatIsSaidOfAClassThatGrew(String amounts, String words) {
        assertThat(of("com.acme.Order", amounts).grownMost(Place.SMALL_OBJECTS)).isEqualTo(words);
    }

    /** Where there are more arrays of fewer bytes, nothing is known of the size of those that came. */
    @Test
    void moreStringsWithFewerBytes() {
        ObjectsOverTime objects =
                new ObjectsOverTime(List.of(strings(5000, 32), strings(9000, 10)), new long[] {0, 2000});

        assertThat(objects.interned()).containsExactly(0, 0);
        assertThat(objects.came("[B")).isEqualTo(4000);
    }
}
