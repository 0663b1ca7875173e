package dev.loomweight.threads.hang;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.jvm.WaitKind;
import dev.loomweight.sample.Dumps.DumpedThread.Lock;
import dev.loomweight.sample.Dumps.LockOwners;
import dev.loomweight.threads.hang.Resource.Holder;
import dev.loomweight.threads.hang.Resource.Source;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Who holds a lock, of several sources. */
class ResourceTest {

    @ParameterizedTest(name = "{0}: held by {1}, owned by {2}")
    @CsvSource(delimiter = '|', emptyValue = "", textBlock = """
            DUMP 1                        | 1          | 1
            HEAP 1                        | 1          | 1
            AGENT 1                       | 1          | 1
            CLASS_FILES 1                 | 1          | ''
            FRAMES 1                      | 1          | ''
            CLASS_FILES 1, DUMP 2         | 1, 2       | 2
            DUMP 2, FRAMES 1              | 2, 1       | 2
            DUMP 1, DUMP 2                | 1, 2       | ''
            DUMP 1, AGENT 1               | 1          | 1
            """)
    void theOwnerIsTheOnlyOneThatIsAFact(String sources, String holders, String owner) {
        Resource resource = new Resource("key", WaitKind.LOCK, "a lock", true, null);
        for (String one : sources.split(", ", -1)) {
            String[] parts = one.split(" ", -1);
            resource.heldBy(Integer.parseInt(parts[1]), 0, Source.valueOf(parts[0]));
        }

        assertThat(resource.holders())
                .extracting(holder -> "" + holder.thread())
                .containsExactly(holders.split(", ", -1));
        Holder found = resource.owner();
        assertThat(found == null ? "" : "" + found.thread()).isEqualTo(owner);
        assertThat(resource.isOwnerKnown()).isEqualTo(!owner.isEmpty());
    }

    @Test
    void aFactStandsForWhatIsPossibleAndStays() {
        Resource resource = new Resource("key", WaitKind.LOCK, "a lock", true, null);
        resource.heldBy(4, 1, Source.FRAMES);
        resource.heldBy(4, 2, Source.CLASS_FILES);
        assertThat(resource.holders()).containsExactly(new Holder(4, 1, Source.FRAMES));

        resource.heldBy(4, 3, Source.DUMP);
        resource.heldBy(4, 5, Source.AGENT);
        resource.heldBy(4, 6, Source.FRAMES);
        assertThat(resource.holders()).containsExactly(new Holder(4, 3, Source.DUMP));
    }

    @ParameterizedTest
    @EnumSource(Source.class)
    void whatADumpAHeapOrTheAgentSaysIsAFact(Source source) {
        assertThat(source.isFact())
                .isEqualTo(
                        switch (source) {
                            case DUMP, HEAP, AGENT -> true;
                            case CLASS_FILES, FRAMES -> false;
                        });
    }

    @ParameterizedTest(name = "{0}, state {1}")
    @CsvSource(delimiter = '|', emptyValue = "", textBlock = """
            ReentrantReadWriteLock$Sync | 0      | ''
            ReentrantReadWriteLock$Sync | 1      | ''
            ReentrantReadWriteLock$Sync | 65536  | held for reading once, and it keeps no names of several readers: one that waits to write may hold it for reading
            ReentrantReadWriteLock$Sync | 131072 | held for reading 2 times, and it keeps no names of several readers: one that waits to write may hold it for reading
            StampedLock                 | 0      | ''
            StampedLock                 | 128    | held for writing, and a StampedLock keeps no owner and is not reentrant: a thread that waits for it may hold it
            StampedLock                 | 257    | held for reading once, and a StampedLock keeps no owner and is not reentrant: a thread that waits for it may hold it
            StampedLock                 | 259    | held for reading 3 times, and a StampedLock keeps no owner and is not reentrant: a thread that waits for it may hold it
            """)
    void whatIsKnownOfALockWithoutAnOwner(String type, long state, String holds) {
        Resource resource = new Resource("key", WaitKind.LOCK, "a lock", true, null);
        assertThat(resource.holds()).isEmpty();
        assertThat(resource.isFree()).isFalse();
        resource.owned(
                new LockOwners.Owned(new Lock("java.util.concurrent.locks." + type, "1"), null, state, List.of()),
                LockOwners.From.AGENT);

        assertThat(resource.holds()).isEqualTo(holds);
        assertThat(resource.isFree()).isEqualTo(state == 0);
        resource.heldBy(1, 0, Source.FRAMES);
        assertThat(resource.isFree()).isFalse();
    }
}
