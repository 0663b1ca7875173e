package dev.loomweight.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What each account is called, and in which place it grows. */
class AccountTest {

    @ParameterizedTest(name = "{0} of {1}: {2}, a category {3}, {4}")
    @CsvSource({
        "RSS,                  kernel, resident memory,          false, -",
        "container,            kernel, charged to the container, false, -",
        "'Java heap, used',    JFR,    heap in use,              false, -",
        "'Java heap, committed', JFR,  heap committed,           false, -",
        "'Metaspace, used',    JFR,    metaspace in use,         false, METASPACE",
        "'Metaspace, committed', JFR,  'Metaspace, committed',   false, -",
        "Direct buffers,       JFR,    direct buffers,           false, DIRECT_BUFFERS",
        "(total),              NMT,    NMT total,                false, -",
        "(stacks),             NMT,    thread stacks (NMT text), false, -",
        "Code,                 NMT,    Code,                     true,  CODE",
        "Code,                 JFR,    Code,                     false, -",
        "Java Heap,            NMT,    Java Heap,                true,  -",
        "Thread Stack,         NMT,    Thread Stack,             true,  PLATFORM_THREADS",
        "Other,                NMT,    Other,                    true,  DIRECT_BUFFERS",
    })
    void theLabelAndThePlace(String category, String source, String label, boolean isCategory, String place) {
        Account account = new Account(category, source);

        assertThat(account.label()).isEqualTo(label);
        assertThat(account.isNmtCategory()).isEqualTo(isCategory);
        assertThat(name(account.place())).isEqualTo(place);
    }

    private static String name(@Nullable Place place) {
        return place == null ? "-" : place.name();
    }

    /** The key of a finding begins with what happened: such as growthOfMappedFiles. */
    @ParameterizedTest
    @EnumSource(Place.class)
    void theKeysOfAPlace(Place place) {
        assertThat(place.findingId()).startsWith("growthOf").endsWith(place.id().substring(1));
        assertThat(place.findingId().charAt("growthOf".length()))
                .isEqualTo(Character.toUpperCase(place.id().charAt(0)));
        assertThat(place.isOfFindings()).isEqualTo(place != Place.HEAP_SPARE && place != Place.HEAP_RESIDENT);
        assertThat(place.label()).isNotEmpty();
        assertThat(place.advice()).endsWith(".");
    }

    @Test
    void placesHaveKeysOfTheirOwn() {
        List<String> ids = Place.ids();

        assertThat(ids).hasSameSizeAs(Place.values()).startsWith("heap", "smallObjects", "virtualThreads");
        assertThat(new HashSet<>(ids)).hasSameSizeAs(ids);
        assertThat(new HashSet<>(Stream.of(Place.values()).map(Place::label).toList()))
                .hasSameSizeAs(ids);
    }
}
