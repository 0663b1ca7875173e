package com.acme.shop;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClients;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.web.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** A shop: orders in a database, prices in a cache, and an HTTP client that nobody used before the first requests. */
@SpringBootApplication
@RestController
public class ShopApplication {

    private final JdbcTemplate database;
    private final ServletWebServerApplicationContext server;
    private final Cache<String, String> prices = Caffeine.newBuilder().build();

    ShopApplication(JdbcTemplate database, ServletWebServerApplicationContext server) {
        this.database = database;
        this.server = server;
    }

    @GetMapping("/orders")
    Long orders() {
        return database.queryForObject("select count(*) from generate_series(1, 100), pg_sleep(0.05)", Long.class);
    }

    @GetMapping("/prices")
    String price(@RequestParam("item") String item) {
        return prices.get(item, this::ask);
    }

    private String ask(String item) {
        slow(40);
        return item + " costs 5";
    }

    @GetMapping("/slow")
    String slow(@RequestParam("millis") long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return "done";
    }

    @GetMapping("/fetch")
    String fetch() throws IOException {
        try (CloseableHttpClient client = HttpClients.createDefault();
                CloseableHttpResponse response = client.execute(new HttpGet(
                        "http://127.0.0.1:" + server.getWebServer().getPort() + "/slow?millis=30"))) {
            return new String(response.getEntity().getContent().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    public static void main(String[] args) throws IOException {
        try (ConfigurableApplicationContext context = SpringApplication.run(ShopApplication.class, args)) {
            System.out.println("ready "
                    + ((ServletWebServerApplicationContext) context).getWebServer().getPort());
            while (System.in.read() >= 0) {
                // Runs until its input ends.
            }
        }
    }
}
