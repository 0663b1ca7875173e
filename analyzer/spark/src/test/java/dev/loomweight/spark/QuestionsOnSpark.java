package dev.loomweight.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Asks Spark what the page asks: {@code TABLES QUERIES ANSWERS}. */
public final class QuestionsOnSpark {

    private QuestionsOnSpark() {}

    /** Asks each query of a file, and writes the answers to another. */
    public static void main(String... args) throws IOException {
        SparkSession session = SparkSession.builder()
                .config("spark.sql.session.timeZone", "UTC")
                .config("spark.sql.datetime.java8API.enabled", true)
                .config("spark.sql.shuffle.partitions", 1)
                .getOrCreate();
        try {
            for (String name : DuckTables.NAMES) {
                session.read().parquet(Path.of(args[0], name).toString()).createOrReplaceTempView(name);
            }
            List<String> answers = new ArrayList<>();
            for (String query : SqlPage.split(Files.readString(Path.of(args[1])))) {
                StringBuilder text = new StringBuilder();
                for (Row row : session.sql(query).collectAsList()) {
                    for (int i = 0; i < row.size(); i++) {
                        text.append(i == 0 ? "" : "|").append(SqlPage.text(row.get(i)));
                    }
                    text.append('\n');
                }
                answers.add(text.toString());
            }
            Files.writeString(Path.of(args[2]), SqlPage.joinedAnswers(answers));
        } finally {
            session.stop();
        }
    }
}
