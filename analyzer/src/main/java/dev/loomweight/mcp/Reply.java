package dev.loomweight.mcp;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Where the answer to one message goes: to be called once, with a message or with null for none. */
@FunctionalInterface
interface Reply {

    /** Takes the answer. */
    void take(@Nullable JsonObject message);

    /** The answer of a request. */
    default void result(JsonPrimitive id, JsonObject result) {
        take(resultOf(id, result));
    }

    /** The message of a result. */
    static JsonObject resultOf(JsonPrimitive id, JsonObject result) {
        JsonObject message = message();
        message.add("id", id);
        message.add("result", result);
        return message;
    }

    /** A message of JSON-RPC without members. */
    static JsonObject message() {
        JsonObject message = new JsonObject();
        message.addProperty("jsonrpc", "2.0");
        return message;
    }

    /** An error of a request whose id is known. */
    default void error(JsonPrimitive id, int code, String why) {
        take(errorOf(id, code, why));
    }

    /** The message of an error. */
    static JsonObject errorOf(@Nullable JsonElement id, int code, String why) {
        JsonObject error = new JsonObject();
        error.addProperty("code", code);
        error.addProperty("message", why);
        JsonObject message = message();
        if (id != null) {
            message.add("id", id);
        }
        message.add("error", error);
        return message;
    }

    /** The answers of a batch, which go together when the last is there; none where no message wants one. */
    final class OfBatch implements Reply {

        private final Consumer<JsonElement> out;
        private final JsonArray answers = new JsonArray();
        private int open;

        /**
         * Answers to some messages.
         *
         * @param open how many
         */
        OfBatch(int open, Consumer<JsonElement> out) {
            this.open = open;
            this.out = out;
        }

        @Override
        public synchronized void take(@Nullable JsonObject message) {
            if (message != null) {
                answers.add(message);
            }
            if (--open == 0 && !answers.isEmpty()) {
                out.accept(answers);
            }
        }
    }
}
