package dev.loomweight.mcp;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One message of JSON-RPC 2.0 from the client. */
sealed interface Message {

    /** A line that is not JSON. */
    int PARSE_ERROR = -32700;
    /** JSON that is no message. */
    int INVALID_REQUEST = -32600;
    /** A method that is not there. */
    int NO_METHOD = -32601;
    /** Parameters that the method does not take. */
    int INVALID_PARAMS = -32602;
    /** A failure of the server. */
    int INTERNAL = -32603;
    /** A revision of the protocol that is not spoken. */
    int UNSUPPORTED_VERSION = -32022;

    /** Numbers that are ids: a fraction or an exponent could come back in another form. */
    Pattern WHOLE = Pattern.compile("-?\\d{1,30}");

    /**
     * It wants an answer.
     *
     * @param id to be repeated in the answer
     * @param params empty if there are none
     */
    record Request(JsonPrimitive id, String method, JsonObject params) implements Message {}

    /**
     * It wants none.
     *
     * @param params empty if there are none
     */
    record Notification(String method, JsonObject params) implements Message {}

    /** An answer, although nothing was asked. */
    record Response() implements Message {}

    /**
     * It is none.
     *
     * @param id that of the request that was meant, or null if it is unknown
     * @param code of the error
     * @param why what is wrong
     */
    record Invalid(@Nullable JsonPrimitive id, int code, String why) implements Message {}

    /** The message that a value is. */
    static Message of(JsonElement value) {
        if (!value.isJsonObject()) {
            return new Invalid(null, INVALID_REQUEST, "a message is a JSON object");
        }
        JsonObject object = value.getAsJsonObject();
        JsonElement named = object.get("id");
        JsonPrimitive id = id(named);
        if (!JsonText.string(object.get("jsonrpc")).equals(Optional.of("2.0"))) {
            return new Invalid(id, INVALID_REQUEST, "jsonrpc must be \"2.0\"");
        }
        JsonElement method = object.get("method");
        if (method == null && (object.has("result") || object.has("error"))) {
            return new Response();
        }
        if (JsonText.string(method).isEmpty()) {
            return new Invalid(id, INVALID_REQUEST, "method must be a string");
        }
        if (named != null && id == null) {
            return new Invalid(null, INVALID_REQUEST, "id must be a string or a whole number");
        }
        JsonElement params = object.get("params");
        boolean none = params == null || params.isJsonNull();
        if (!none && !params.isJsonObject()) {
            return id == null
                    ? new Notification(method.getAsString(), new JsonObject())
                    : new Invalid(id, INVALID_PARAMS, "params must be an object");
        }
        JsonObject all = none ? new JsonObject() : params.getAsJsonObject();
        return id == null ? new Notification(method.getAsString(), all) : new Request(id, method.getAsString(), all);
    }

    private static @Nullable JsonPrimitive id(@Nullable JsonElement named) {
        if (named == null || !named.isJsonPrimitive()) {
            return null;
        }
        JsonPrimitive id = named.getAsJsonPrimitive();
        boolean usable = id.isString()
                || (id.isNumber() && WHOLE.matcher(id.getAsString()).matches());
        return usable ? id : null;
    }
}
