package dev.loomweight.threads.hang;

import static dev.loomweight.threads.hang.Dumps.frame;
import static dev.loomweight.threads.hang.Dumps.lock;
import static dev.loomweight.threads.hang.Dumps.platform;
import static dev.loomweight.threads.hang.Dumps.virtual;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.jvm.WaitKind;
import dev.loomweight.sample.Frame;
import dev.loomweight.threads.judge.FrameLocks;
import dev.loomweight.threads.judge.Party;
import dev.loomweight.threads.judge.ThreadJudge;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HangWordsTest {

    /** A thread of native code has no frame to name. */
    @Test
    void whereAThreadIsReadsAsASentence() {
        assertThat("waits " + HangWords.at("Cart.add (Cart.java:12)")).isEqualTo("waits at Cart.add (Cart.java:12)");
        assertThat("waits " + HangWords.at(HangWords.shortFrame(null)))
                .isEqualTo("waits without a Java frame on the stack");
    }

    private static Party party(Dumps.Builder thread) {
        return ThreadJudge.of(List.of(thread.build())).getFirst();
    }

    @Test
    void threads() {
        assertThat(HangWords.thread(party(virtual(22, "buyer")))).isEqualTo("\"buyer\" (virtual #22)");
        assertThat(HangWords.thread(party(virtual(22, "")))).isEqualTo("virtual thread #22");
        assertThat(HangWords.thread(party(platform(3, "main")))).isEqualTo("\"main\" (platform #3)");
        assertThat(HangWords.thread(party(platform(3, "")))).isEqualTo("platform thread #3");
    }

    @Test
    void frames() {
        List<Frame> frames = List.of(frame("java.lang.Thread", "sleep", 9), frame("com.acme.Shop$Cart", "add", 12));
        Party party = party(virtual(1, "one").frames(frames));

        assertThat(HangWords.site(party)).isEqualTo("com.acme.Shop$Cart.add (Shop.java:12)");
        assertThat(HangWords.shortSite(party)).isEqualTo("Shop$Cart.add (Shop.java:12)");
        assertThat(HangWords.frame(party, 0)).isEqualTo("java.lang.Thread.sleep (Thread.java:9)");
        assertThat(HangWords.frame(party, 1)).isEqualTo("com.acme.Shop$Cart.add (Shop.java:12)");
        assertThat(HangWords.frame(party, -1)).isEmpty();
        assertThat(HangWords.frame(party, 2)).isEmpty();
        assertThat(HangWords.shortFrame(party, 0)).isEqualTo("Thread.sleep (Thread.java:9)");
        assertThat(HangWords.shortFrame(party, -1)).isEmpty();
        assertThat(HangWords.shortFrame(party, 2)).isEmpty();
        assertThat(HangWords.site(party(virtual(1, "one")))).isEqualTo("no Java frame");
        assertThat(HangWords.site(party(virtual(1, "one").frames(frames.subList(0, 1)))))
                .as("without code that is not the JDK's")
                .isEqualTo("java.lang.Thread.sleep (Thread.java:9)");
        assertThat(HangWords.frame(frame("Shop", "add", 1))).isEqualTo("Shop.add (Shop.java:1)");
        assertThat(HangWords.frame(frame("Shop", "add", 0))).isEqualTo("Shop.add");
    }

    @ParameterizedTest
    @CsvSource({
        "com.zaxxer.hikari.util.Bag, com.zaxxer.hikari.",
        "com.zaxxer.hikari.Bag, com.zaxxer.hikari.",
        "com.zaxxer.Bag, com.zaxxer.",
        "Bag, Bag",
    })
    void whatTheNamesOfALibraryBeginWith(String type, String library) {
        assertThat(FrameLocks.library(type)).isEqualTo(library);
    }

    @ParameterizedTest(name = "{0} {1}: {2}, and {3}")
    @CsvSource({
        "MONITOR, com.acme.Lock@1, the monitor com.acme.Lock@1, the monitor Lock@1",
        "MONITOR, a monitor, a monitor, a monitor",
        "LOCK, com.acme.Lock@1, the lock com.acme.Lock@1, the lock Lock@1",
        "LOCK, ReentrantLock, a lock (ReentrantLock), a lock (ReentrantLock)",
        "INITIALIZER, com.acme.Prices, the initialization of com.acme.Prices, the initialization of com.acme.Prices",
        "LOADER, com.acme.Lock@1, the class loader's lock com.acme.Lock@1, the class loader's lock Lock@1",
        "LOADER, a class loader, a class loader's lock, a class loader's lock",
        "POOL, com.acme.Lock@1, an object of the pool com.acme.Lock@1, an object of the pool com.acme.Lock@1",
        "NOTIFY, com.acme.Lock@1, Object.notify on com.acme.Lock@1, Object.notify on Lock@1",
        "NOTIFY, Object.wait, Object.notify, Object.notify",
        "LATCH, com.acme.Lock@1, a latch (com.acme.Lock@1), a latch (Lock@1)",
        "JOIN, '', the end of a thread, the end of a thread",
    })
    void whatIsWaitedFor(WaitKind kind, String name, String words, String inASentence) {
        Resource resource =
                new Resource("key", kind, name, true, name.endsWith("@1") ? lock("com.acme.Lock", 1) : null);

        assertThat(HangWords.resource(resource)).isEqualTo(words);
        assertThat(HangWords.shortResource(resource)).isEqualTo(inASentence);
    }

    @Test
    void scopes() {
        assertThat(HangWords.resource(new Resource("subtasks of 7", WaitKind.TASK, "orders", true, null)))
                .isEqualTo("the subtasks of orders");
    }
}
