package dev.loomweight.mcp;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonPrimitive;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The protocol: takes the client's messages in their order, answers what is about the protocol itself at once, and hands
 * calls of tools on. Not safe for threads; what it sends is.
 */
final class Server {

    private static final String META = "_meta";
    private static final String VERSION = "io.modelcontextprotocol/protocolVersion";
    private static final String CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
    private static final String PROTOCOL_VERSION = "protocolVersion";

    /** The maximum number of messages of a batch. */
    private static final int MAX_OF_A_BATCH = 100;

    /** How long a client may keep the list of tools, in milliseconds: it never changes. */
    private static final long KEPT_MILLIS = 3_600_000;

    private final Identity identity;
    private final List<Tool> tools;
    private final Calls calls;
    private final Outgoing out;
    private @Nullable ProtocolVersion session;

    /**
     * Who answers.
     *
     * @param version of Loomweight
     * @param instructions for the model that uses the tools
     */
    record Identity(String version, String instructions) {

        JsonObject json(boolean titled) {
            JsonObject json = new JsonObject();
            json.addProperty("name", "loomweight");
            if (titled) {
                json.addProperty("title", "Loomweight");
            }
            json.addProperty("version", version);
            return json;
        }
    }

    /**
     * A server that nothing was asked of.
     *
     * @param tools in the order of the list
     * @param calls answers calls of them
     */
    Server(Identity identity, List<Tool> tools, Calls calls, Outgoing out) {
        this.identity = identity;
        this.tools = List.copyOf(tools);
        this.calls = calls;
        this.out = out;
    }

    /** Takes a line of the client. */
    void accept(BoundedLines.Line line) {
        String text = line.text();
        if (text == null) {
            refuse(Message.PARSE_ERROR, line.fault());
        } else if (!text.isBlank()) {
            accept(text);
        }
    }

    private void accept(String text) {
        JsonElement value;
        try {
            value = JsonText.read(text);
        } catch (JsonParseException e) {
            // The parser's own words are about its settings.
            refuse(Message.PARSE_ERROR, "the line is not one JSON value of at most " + JsonText.DEEPEST + " levels");
            return;
        }
        if (!value.isJsonArray()) {
            accept(Message.of(value), this::send, true);
            return;
        }
        JsonArray batch = value.getAsJsonArray();
        ProtocolVersion version = session;
        if (version == null || !version.hasBatches()) {
            refuse(Message.INVALID_REQUEST, "there are no batches in this revision of the protocol");
        } else if (batch.isEmpty() || batch.size() > MAX_OF_A_BATCH) {
            refuse(Message.INVALID_REQUEST, "a batch has 1 to " + MAX_OF_A_BATCH + " messages");
        } else {
            Reply together = new Reply.OfBatch(batch.size(), out::send);
            batch.forEach(message -> accept(Message.of(message), together, false));
        }
    }

    private void send(@Nullable JsonObject message) {
        if (message != null) {
            out.send(message);
        }
    }

    /** Answers something that has no id. */
    private void refuse(int code, String why) {
        out.send(Reply.errorOf(noId(), code, why));
    }

    private @Nullable JsonElement noId() {
        return session == null || session.mayOmitIds() ? null : JsonNull.INSTANCE;
    }

    private void accept(Message message, Reply reply, boolean alone) {
        switch (message) {
            case Message.Invalid invalid ->
                reply.take(Reply.errorOf(invalid.id() == null ? noId() : invalid.id(), invalid.code(), invalid.why()));
            case Message.Response response -> reply.take(null);
            case Message.Notification notification -> {
                if (notification.method().equals("notifications/cancelled")) {
                    calls.cancel(notification.params().get("requestId"));
                }
                reply.take(null);
            }
            case Message.Request request -> answer(request, reply, alone);
        }
    }

    private void answer(Message.Request request, Reply reply, boolean alone) {
        if (request.method().equals("initialize") && alone) {
            initialize(request, reply);
            return;
        }
        JsonElement meta = request.params().get(META);
        JsonElement named =
                meta != null && meta.isJsonObject() ? meta.getAsJsonObject().get(VERSION) : null;
        if (named != null) {
            answerAlone(request, meta.getAsJsonObject(), named, reply);
        } else if (session != null) {
            answer(request, session, reply);
        } else if (request.method().equals("ping")) {
            reply.result(request.id(), new JsonObject());
        } else {
            reply.error(
                    request.id(),
                    Message.INVALID_PARAMS,
                    "begin with initialize, or name the revision of the protocol in " + META + " as " + VERSION);
        }
    }

    /** A request that says itself which revision it is of. */
    private void answerAlone(Message.Request request, JsonObject meta, JsonElement named, Reply reply) {
        Optional<ProtocolVersion> version = JsonText.string(named).flatMap(ProtocolVersion::of);
        if (JsonText.string(named).isEmpty()) {
            reply.error(request.id(), Message.INVALID_PARAMS, VERSION + " must be a string");
        } else if (version.isEmpty() || (version.get().hasSessions() && session == null)) {
            JsonObject message =
                    Reply.errorOf(request.id(), Message.UNSUPPORTED_VERSION, "Unsupported protocol version");
            JsonObject data = new JsonObject();
            data.add("supported", supported());
            data.add("requested", named);
            message.getAsJsonObject("error").add("data", data);
            reply.take(message);
        } else if (!version.get().hasSessions()
                && (!meta.has(CAPABILITIES) || !meta.get(CAPABILITIES).isJsonObject())) {
            reply.error(request.id(), Message.INVALID_PARAMS, CAPABILITIES + " is missing in " + META);
        } else {
            answer(request, version.get(), reply);
        }
    }

    private void initialize(Message.Request request, Reply reply) {
        Optional<String> asked = JsonText.string(request.params().get(PROTOCOL_VERSION));
        if (asked.isEmpty()) {
            reply.error(request.id(), Message.INVALID_PARAMS, "initialize needs " + PROTOCOL_VERSION);
            return;
        }
        ProtocolVersion version = ProtocolVersion.of(asked.get())
                .filter(ProtocolVersion::hasSessions)
                .orElse(ProtocolVersion.newestOfSessions());
        session = version;
        JsonObject result = new JsonObject();
        result.addProperty(PROTOCOL_VERSION, version.toString());
        result.add("capabilities", capabilities());
        result.add("serverInfo", identity.json(version.isStructured()));
        result.addProperty("instructions", identity.instructions());
        reply.result(request.id(), result);
    }

    private static JsonObject capabilities() {
        JsonObject capabilities = new JsonObject();
        capabilities.add("tools", new JsonObject());
        return capabilities;
    }

    private void answer(Message.Request request, ProtocolVersion version, Reply reply) {
        boolean modern = !version.hasSessions();
        switch (request.method()) {
            case "ping" -> {
                if (modern) {
                    none(request, reply);
                } else {
                    reply.result(request.id(), new JsonObject());
                }
            }
            case "server/discover" -> {
                if (modern) {
                    discover(request, reply);
                } else {
                    none(request, reply);
                }
            }
            case "tools/list" -> list(request, version, reply);
            case "tools/call" -> call(request, version, reply);
            default -> none(request, reply);
        }
    }

    private static void none(Message.Request request, Reply reply) {
        reply.error(request.id(), Message.NO_METHOD, "no such method: " + Fit.shortened(request.method(), 100));
    }

    private void discover(Message.Request request, Reply reply) {
        JsonObject result = new JsonObject();
        result.add("supportedVersions", supported());
        result.add("capabilities", capabilities());
        result.addProperty("instructions", identity.instructions());
        reply.result(request.id(), complete(cached(result)));
    }

    private void list(Message.Request request, ProtocolVersion version, Reply reply) {
        JsonElement cursor = request.params().get("cursor");
        if (cursor != null && !cursor.isJsonNull()) {
            reply.error(request.id(), Message.INVALID_PARAMS, "there is one page of tools, and no cursor");
            return;
        }
        JsonArray all = new JsonArray();
        tools.forEach(tool -> all.add(tool.json(version)));
        JsonObject result = new JsonObject();
        result.add("tools", all);
        reply.result(request.id(), version.hasSessions() ? result : complete(cached(result)));
    }

    private static JsonArray supported() {
        JsonArray supported = new JsonArray();
        ProtocolVersion.words().forEach(supported::add);
        return supported;
    }

    private static JsonObject cached(JsonObject result) {
        result.addProperty("ttlMs", KEPT_MILLIS);
        result.addProperty("cacheScope", "private");
        return result;
    }

    /** What results have where there is no session. */
    private JsonObject complete(JsonObject result) {
        result.addProperty("resultType", "complete");
        JsonObject meta = new JsonObject();
        meta.add("io.modelcontextprotocol/serverInfo", identity.json(true));
        result.add(META, meta);
        return result;
    }

    private void call(Message.Request request, ProtocolVersion version, Reply reply) {
        JsonObject params = request.params();
        String name = JsonText.string(params.get("name")).orElse("");
        Tool tool = tools.stream()
                .filter(known -> known.name().equals(name))
                .findFirst()
                .orElse(null);
        JsonElement arguments = params.get("arguments");
        boolean none = arguments == null || arguments.isJsonNull();
        if (tool == null) {
            reply.error(request.id(), Message.INVALID_PARAMS, "no such tool: " + Fit.shortened(name, 100));
        } else if (!none && !arguments.isJsonObject()) {
            reply.error(request.id(), Message.INVALID_PARAMS, "arguments must be an object");
        } else {
            JsonObject given = none ? new JsonObject() : arguments.getAsJsonObject();
            boolean taken = calls.add(
                    new Calls.Asked(request.id(), tool, given, token(params)),
                    result -> reply.take(result == null ? null : answer(request.id(), version, result)));
            if (!taken) {
                reply.error(request.id(), Message.INVALID_REQUEST, "a request with this id is not answered yet");
            }
        }
    }

    private JsonObject answer(JsonPrimitive id, ProtocolVersion version, Calls.Result result) {
        JsonObject text = new JsonObject();
        text.addProperty("type", "text");
        text.addProperty("text", result.text());
        JsonArray content = new JsonArray();
        content.add(text);
        JsonObject answer = new JsonObject();
        answer.add("content", content);
        JsonObject structured = result.structured();
        if (structured != null && version.isStructured()) {
            answer.add("structuredContent", structured);
        }
        answer.addProperty("isError", structured == null);
        return Reply.resultOf(id, version.hasSessions() ? answer : complete(answer));
    }

    /** What notifications of progress are to name, or null if none are wanted. */
    private static @Nullable JsonPrimitive token(JsonObject params) {
        JsonElement meta = params.get(META);
        JsonElement token =
                meta != null && meta.isJsonObject() ? meta.getAsJsonObject().get("progressToken") : null;
        return token instanceof JsonPrimitive value && !value.isBoolean() ? value : null;
    }
}
