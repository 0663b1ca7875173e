package dev.loomweight.mcp;

import com.google.gson.JsonObject;

/**
 * Something that a client can call.
 *
 * @param name its name
 * @param title its name for people
 * @param description what it does, for the model that calls it
 * @param schema its arguments
 * @param readOnly whether it changes nothing
 * @param action what it does
 */
record Tool(String name, String title, String description, Schema schema, boolean readOnly, Action action) {

    /** What a tool does. */
    @FunctionalInterface
    interface Action {

        /**
         * Answers a call whose arguments fit the schema.
         *
         * @return an answer of limited length
         * @throws dev.loomweight.capture.DataException if it fails; the message is for the model
         * @throws IllegalArgumentException if an argument has no meaning; the message is for the model
         * @throws InterruptedException if it is cancelled
         */
        JsonObject answer(Call call) throws InterruptedException;
    }

    /** Its description for clients of a revision of the protocol. */
    JsonObject json(ProtocolVersion version) {
        JsonObject json = new JsonObject();
        json.addProperty("name", name);
        if (version.isStructured()) {
            json.addProperty("title", title);
        }
        json.addProperty("description", description);
        json.add("inputSchema", schema.json());
        if (version.hasAnnotations()) {
            JsonObject annotations = new JsonObject();
            annotations.addProperty("title", title);
            annotations.addProperty("readOnlyHint", readOnly);
            annotations.addProperty("destructiveHint", false);
            annotations.addProperty("idempotentHint", readOnly);
            annotations.addProperty("openWorldHint", false);
            json.add("annotations", annotations);
        }
        return json;
    }
}
