package dev.loomweight.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls that take long: they hold up nothing, can be cancelled, and end. */
class CallsTest {

    private static final Duration HOUR = Duration.ofHours(1);

    @TempDir
    private Path folder;

    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private final CountDownLatch interrupted = new CountDownLatch(1);
    private final AtomicInteger answered = new AtomicInteger();

    private List<Tool> tools() {
        Tool slow = new Tool("slow", "Slow", "", new Schema(), true, call -> {
            begun.countDown();
            try {
                released.await();
            } catch (InterruptedException e) {
                interrupted.countDown();
                throw e;
            }
            answered.incrementAndGet();
            return new JsonObject();
        });
        Tool quick = new Tool("quick", "Quick", "", new Schema(), true, call -> {
            // An interrupt that was meant for another call would be seen here.
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
            answered.incrementAndGet();
            return new JsonObject();
        });
        Tool broken = new Tool("broken", "Broken", "", new Schema(), true, call -> {
            throw new StackOverflowError();
        });
        return List.of(slow, quick, broken);
    }

    private static void send(Client client, String id, String tool) {
        client.send("{\"jsonrpc\": \"2.0\", \"id\": \"" + id
                + "\", \"method\": \"tools/call\", \"params\": {\"name\": \"" + tool + "\"}}");
    }

    private static String id(JsonObject answer) {
        return answer.get("id").getAsString();
    }

    @Test
    void aLongQuestionHoldsUpNoPing() throws Exception {
        try (Client client = Client.of(folder, tools(), HOUR).initialized("2025-11-25")) {
            send(client, "long", "slow");
            begun.await();
            client.ask("ping", "{}");
            client.ask("tools/list", "{}");
            released.countDown();
            assertThat(id(client.next().getAsJsonObject())).isEqualTo("long");
        }
    }

    @Test
    void aCancelledQuestionIsStoppedAndNotAnswered() throws Exception {
        try (Client client = Client.of(folder, tools(), HOUR).initialized("2025-11-25")) {
            send(client, "long", "slow");
            begun.await();
            send(client, "waiting", "quick");
            send(client, "after", "quick");
            cancel(client, "waiting");
            cancel(client, "long");
            assertThat(id(client.next().getAsJsonObject())).isEqualTo("after");
            assertThat(interrupted.await(60, TimeUnit.SECONDS)).isTrue();
            // Too late: nothing happens.
            cancel(client, "after");
            client.ask("ping", "{}");
            assertThat(client.end()).isZero();
            assertThat(answered).hasValue(1);
            assertThat(client.rest()).isEmpty();
        }
    }

    private static void cancel(Client client, String id) {
        client.send("{\"jsonrpc\": \"2.0\", \"method\": \"notifications/cancelled\", \"params\": {\"requestId\": \""
                + id + "\", \"reason\": \"test\"}}");
    }

    @Test
    void onlySoManyQuestionsWait() throws Exception {
        try (Client client = Client.of(folder, tools(), HOUR).initialized("2025-11-25")) {
            send(client, "long", "slow");
            begun.await();
            for (int i = 0; i < Worker.MAX_WAITING_CALLS; i++) {
                send(client, "q" + i, "quick");
            }
            send(client, "too many", "quick");
            JsonObject refused = client.next().getAsJsonObject();
            assertThat(id(refused)).isEqualTo("too many");
            assertThat(refused.toString()).contains("\"isError\":true", "wait already");
            // One with the id of another cannot be told from it.
            send(client, "q0", "quick");
            assertThat(client.next().toString()).contains("-32600");
            released.countDown();
            List<String> ids = new ArrayList<>();
            for (int i = 0; i < Worker.MAX_WAITING_CALLS + 1; i++) {
                ids.add(id(client.next().getAsJsonObject()));
            }
            assertThat(ids).startsWith("long", "q0", "q1").endsWith("q" + (Worker.MAX_WAITING_CALLS - 1));
        }
    }

    @Test
    void aQuestionThatTakesTooLongIsStoppedAndSaysSo() throws Exception {
        try (Client client = Client.of(folder, tools(), Duration.ofMillis(50)).initialized("2025-11-25")) {
            send(client, "long", "slow");
            assertThat(client.next().toString()).contains("\"long\"", "\"isError\":true", "took longer than 50 ms");
        }
    }

    @Test
    void aQuestionThatFailsEndsOnlyItself() throws Exception {
        try (Client client = Client.of(folder, tools(), HOUR).initialized("2025-11-25")) {
            send(client, "broken", "broken");
            assertThat(client.next().toString()).contains("\"broken\"", "\"isError\":true", "nested too deeply");
            send(client, "next", "quick");
            assertThat(client.next().toString()).contains("\"next\"", "\"isError\":false");
        }
    }

    /** Whoever asks by a pipe and closes it gets the answers to all that was asked. */
    @Test
    void whatWasAskedBeforeTheEndIsAnswered() throws Exception {
        try (Client client = Client.of(folder, tools(), HOUR).initialized("2025-11-25")) {
            send(client, "long", "slow");
            send(client, "next", "quick");
            begun.await();
            released.countDown();
            assertThat(client.end()).isZero();
            assertThat(client.rest()).hasSize(2);
        }
    }
}
