package dev.loomweight.sample;

import dev.loomweight.jvm.CarrierNames;
import org.jspecify.annotations.Nullable;

/** Which threads of a recording are carriers: those of a group that no other thread is in, and that are numbered. */
final class Carriers {

    private Carriers() {}

    /** The carrier's number, or {@link CarrierNames#NONE} where the thread in that field is no carrier. */
    static long numberOf(EventView event, String field) {
        ThreadRef thread = event.has(field) ? event.thread(field) : null;
        return thread == null || thread.virtual() || !isCarrier(event, field, thread)
                ? CarrierNames.NONE
                : CarrierNames.numberOf(thread.name());
    }

    /**
     * The thread in that field, if it is a virtual thread or a carrier; null for all others. Samples are few, and one thread
     * can have most of them: its name is read.
     */
    static @Nullable ThreadRef runningIn(EventView event, String field) {
        ThreadRef thread = event.thread(field);
        return thread == null || thread.virtual() || isCarrier(event, field, thread) ? thread : null;
    }

    private static boolean isCarrier(EventView event, String field, ThreadRef thread) {
        return CarrierNames.isWorker(thread.name()) && CarrierNames.isGroup(event.value(field + ".group.name"));
    }
}
